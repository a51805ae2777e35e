package dev.adk4j.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksumTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          search ~ {"query":"hello"} ~ e0b6feaa14a993179f474568e2c0a63075752fe3a8bc629bc0cd1442a002448e
          search ~ {"limit":10,"query":"café ☃","filters":{"b":true,"a":null}} ~ 0fa9a91919912be8a208746bd32642e3991030515bdab87387a3c008cef987cf
          noop ~ {} ~ 8685b816cc16dea76ec5c8e81755900b9f7597dce0bd024bc773352a9b2dad2d
          plot ~ {"points":[3,1,2],"scale":1.50,"big":1e21,"tiny":1e-7,"neg":-0,"int":100000000000000000000} ~ e3c309872c1eeef8dabc832c48228b28b81a0480f5d7b03f5d4527046feea026
          nested ~ {"a":[{"y":1,"x":2},[],{}],"b":{"d":{},"c":[null,true,false]}} ~ 1541856ed78716185ee2496ae57892d30a150d5d06ae0f9f3433b1784fdfdbee
          unicode ~ {"é":1,"z":2,"Z":3,"10":4,"9":5,"😀":6,"\\uffff":7} ~ 55a5d58b661412e18f6627fcde0593676d135f4db5ecc8fd7eaa94aa85129ee5
          calculate ~ {"expression":"2 + 2"} ~ c54ed074d261b33fe246ce7eaaeadc9d180d8c4e1591374f567b6e8c3b2f4faa
          calculate ~ {"expression":"1+1"} ~ 9ac2f0217e5b7eb849dce98a6058a58475526c5f2953750b29eda6e6031989f5
          echo ~ {"s":"a\\"b\\\\c\\n\\t\\r\\b\\f\\u0001\\u001f\\u007f\\u2028/<>"} ~ a80b8ba3381648325f5e7ffe6b8290185ca88273fa7a72f50c86142db7138d34
          set_flag ~ {"on":true,"off":false,"none":null,"list":[]} ~ 8b0d0ca53a80d04d63d24e3142e277bd316485e91a38637ba105f7fadcfba118
          num ~ {"a":1.0,"b":123456789012345680000,"c":0.1,"d":1e2,"e":5e-324,"f":1.7976931348623157e308,"g":1234567.891,"h":0.000001,"i":0.0000001,"j":9007199254740993} ~ 7aac83a03bf501a3a0295a58d98daf899da5f13c6d77ca2793fc99f8553a0a9a
          Search ~ {"query":"hello"} ~ 1bd6be61fd408e746a5e655f7bff78927a1f70adf8d844657b6e150d1e959985
          search ~ {"query":"world"} ~ 1984103e16c9ca27ecb7e2e9addab46409e82e05ab54dd5407c9cd4183934f84
          """)
  void matchesTheReferenceVectors(String tool, String args, String sha256) {
    assertThat(Checksum.of(tool, Json.read(args))).isEqualTo(sha256);
    assertThat(Checksum.of(tool, JsonValue.parse(args))).isEqualTo(sha256);
  }

  @Test
  void tellsNamesAndValuesApart() {
    JsonValue args = JsonValue.of(Map.of("a", "1"));
    assertThat(Checksum.of("t", args)).isNotEqualTo(Checksum.of("t", JsonValue.of(Map.of("a", 1))));
    assertThat(Checksum.of("t", args)).isNotEqualTo(Checksum.of("T", args));
  }

  @Test
  void escapesTheName() {
    assertThat(Checksum.of("a\",\"x", JsonValue.parse("{}")))
        .isNotEqualTo(Checksum.of("a", JsonValue.parse("{}")));
  }
}
