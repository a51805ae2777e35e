package dev.adk4j.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemas of remote tools as other people's generators write them. */
class OddFormsTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {}                                                    | {"type":"object"}
          {"type":null}                                         | {"type":"object"}
          {"type":["object","null"]}                            | {"type":"object"}
          {"type":"OBJECT"}                                     | {"type":"object"}
          {"type":"object","nullable":true}                     | {"type":"object"}
          {"type":"object","properties":null,"required":null}   | {"type":"object"}
          {"type":"object","properties":[]}                     | {"type":"object","properties":{}}
          {"type":"object","$defs":[],"required":{}}            | {"type":"object","$defs":{},"required":[]}
          {"type":"object","properties":{"a":{}},"required":["a","a"]} | {"type":"object","properties":{"a":{}},"required":["a"]}
          {"type":"object","properties":{"a":{"required":true},"b":{"required":false}}} | {"type":"object","properties":{"a":{},"b":{}},"required":["a"]}
          {"type":"object","properties":{"a":{"required":"true"}},"required":["b"]} | {"type":"object","properties":{"a":{}},"required":["b","a"]}
          {"type":"object","properties":{"required":{"type":"string"},"nullable":{"type":"string"}}} | =
          {"type":"object","properties":{"a":{"enum":null,"items":null,"pattern":null,"description":null}}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{"default":null,"const":null}}} | =
          {"type":"object","properties":{"a":{"type":"string","const":null}}} | {"type":"object","properties":{"a":{"type":"string"}}}
          {"type":"object","properties":{"a":{"type":["String",null]}}} | -
          {"type":"object","properties":{"a":{"type":["string",null]}}} | {"type":"object","properties":{"a":{"type":["string","null"]}}}
          {"type":"object","properties":{"a":{"type":"INTEGER"}}} | {"type":"object","properties":{"a":{"type":"integer"}}}
          {"type":"object","properties":{"a":{"minimum":5,"exclusiveMinimum":true}}} | {"type":"object","properties":{"a":{"exclusiveMinimum":5}}}
          {"type":"object","properties":{"a":{"maximum":5,"exclusiveMaximum":false}}} | {"type":"object","properties":{"a":{"maximum":5}}}
          {"type":"object","properties":{"a":{"items":[{"type":"string"}]}}} | {"type":"object","properties":{"a":{"prefixItems":[{"type":"string"}]}}}
          {"type":"object","properties":{"a":{"type":"string","nullable":true,"description":"d"}}} | {"type":"object","properties":{"a":{"description":"d","anyOf":[{"type":"string"},{"type":"null"}]}}}
          {"type":"object","properties":{"a":{"enum":["x"],"nullable":true}}} | {"type":"object","properties":{"a":{"anyOf":[{"enum":["x"]},{"type":"null"}]}}}
          {"type":"object","properties":{"a":{"$ref":"#/$defs/d","nullable":true}},"$defs":{"d":{"type":"integer"}}} | {"type":"object","properties":{"a":{"anyOf":[{"$ref":"#/$defs/d"},{"type":"null"}]}},"$defs":{"d":{"type":"integer"}}}
          {"type":"object","properties":{"a":{"type":"string","nullable":false}}} | {"type":"object","properties":{"a":{"type":"string"}}}
          {"type":"object","properties":{"a":{"type":"array","items":{"properties":{"b":{"type":"string","required":true}}}}}} | {"type":"object","properties":{"a":{"type":"array","items":{"properties":{"b":{"type":"string"}},"required":["b"]}}}}
          {"type":"object","properties":{"a":{"anyOf":[{"type":"string","format":null}]}}} | {"type":"object","properties":{"a":{"anyOf":[{"type":"string"}]}}}
          {"type":"object","properties":{"a":{"default":{"required":true,"x":null}}}} | =
          {"type":"object","additionalProperties":null,"title":null} | {"type":"object"}
          {"type":"object","properties":{"a":{"type":"any"}}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{"type":"","description":"d"}}} | {"type":"object","properties":{"a":{"description":"d"}}}
          {"type":"object","properties":{"a":{"type":"string","enum":[]}}} | {"type":"object","properties":{"a":{"type":"string"}}}
          {"type":"object","properties":{"a":{"type":"string","minLength":"1","maxLength":" 5 "}}} | {"type":"object","properties":{"a":{"type":"string","minLength":1,"maxLength":5}}}
          {"type":"object","properties":{"a":{"type":"string","examples":"x"}}} | {"type":"object","properties":{"a":{"type":"string","examples":["x"]}}}
          {"type":"object","properties":{"a":{"type":"string","title":5,"description":["One.","Two."]}}} | {"type":"object","properties":{"a":{"type":"string","title":"5","description":"One. Two."}}}
          {"type":"object","properties":{"a":{"type":"string","deprecated":"true","readOnly":"false"}}} | {"type":"object","properties":{"a":{"type":"string","deprecated":true,"readOnly":false}}}
          {"$schema":"","type":"object"} | {"type":"object"}
          {"$schema":"https://json-schema.org/draft-07/schema#","type":"object"} | {"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}
          {"type":"object","additionalProperties":"false"} | {"type":"object","additionalProperties":false}
          {"type":"object","properties":{"a":{}},"required":["a",null,""]} | {"type":"object","properties":{"a":{}},"required":["a"]}
          """)
  void readsWhatHasOneMeaning(String given, String meaning) {
    if (meaning.equals("-")) {
      refuses(given);
      return;
    }
    assertThat(ToolSchema.verbatim(given).json().node())
        .isEqualTo(Json.read(meaning.equals("=") ? given : meaning));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"object","properties":{"a":{"type":"str"}}}
          {"type":"object","required":true}
          {"type":"object","required":"a","properties":{"a":{"required":true}}}
          {"type":"object","properties":{"a":"string"}}
          {"type":"object","properties":["a"]}
          {"type":"object","properties":{"a":{"type":[]}}}
          {"type":"object","properties":{"a":{"pattern":"("}}}
          {"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}
          {"type":"object","properties":{"a":{"$ref":"#/$defs/gone"}}}
          {"type":"array"}
          {"type":"object","$schema":"http://json-schema.org/draft-03/schema#"}
          {"type":"object"
          []
          "object"
          """)
  void refuses(String given) {
    assertThatThrownBy(() -> ToolSchema.verbatim(given))
        .isInstanceOf(AdkException.class)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE));
  }

  @ParameterizedTest
  @CsvSource({"'[[', ']]'", "'{\"a\":', '1}'"})
  void refusesDepth(String open, String close) {
    refuses("{\"type\":\"object\",\"default\":" + open.repeat(5000) + close.repeat(5000) + "}");
  }
}
