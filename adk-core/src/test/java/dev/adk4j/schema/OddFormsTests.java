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
          {"type":"object","$defs":[],"required":{}}            | {"type":"object","$defs":{}}
          {"type":"object","properties":{"a":{}},"required":["a","a"]} | {"type":"object","properties":{"a":{}},"required":["a"]}
          {"type":"object","properties":{"a":{"required":true},"b":{"required":false}}} | {"type":"object","properties":{"a":{},"b":{}},"required":["a"]}
          {"type":"object","properties":{"a":{"required":"true"}},"required":["b"]} | {"type":"object","properties":{"a":{}},"required":["b","a"]}
          {"type":"object","properties":{"required":{"type":"string"},"nullable":{"type":"string"}}} | =
          {"type":"object","properties":{"a":{"enum":null,"items":null,"pattern":null,"description":null}}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{"default":null,"const":null}}} | =
          {"type":"object","properties":{"a":{"type":"string","const":null}}} | {"type":"object","properties":{"a":{"type":"string"}}}
          {"type":"object","properties":{"a":{"type":["String",null]}}} | {"type":"object","properties":{"a":{"type":["string","null"]}}}
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
          {"type":["OBJECT","NULL"]} | {"type":"object"}
          {"type":"object","properties":{"a":{"type":["string","string"]}}} | {"type":"object","properties":{"a":{"type":["string"]}}}
          {"type":"object","properties":{"a":{"type":["string","any"]}}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{"type":"string","nullable":"true"}}} | {"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}
          {"type":"object","properties":{"a":null}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","allOf":[],"anyOf":[],"oneOf":[],"required":[]} | {"type":"object"}
          {"type":"object","properties":{"a":{"items":[]},"b":{"prefixItems":[]}}} | {"type":"object","properties":{"a":{},"b":{}}}
          {"type":"object","additionalProperties":[],"dependentRequired":[],"dependencies":[]} | {"type":"object","dependencies":{}}
          {"type":"object","required":false} | {"type":"object"}
          {"type":"object","required":""} | {"type":"object"}
          {"type":"object","properties":{"a":{"minLength":"","maximum":" "}}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{"format":5},"b":{"format":["date"]}}} | {"type":"object","properties":{"a":{},"b":{}}}
          {"type":"object","properties":{"a":{"contentEncoding":5,"contentMediaType":[]}}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{"deprecated":"use b","readOnly":0,"writeOnly":1}}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{"examples":null,"example":null}}} | {"type":"object","properties":{"a":{"example":null}}}
          {"type":"object","properties":{"a":{"contentSchema":{"type":"STRING"}}}} | {"type":"object","properties":{"a":{"contentSchema":{"type":"string"}}}}
          {"type":"object","properties":{"a":{"items":[{"type":"STRING"}],"additionalItems":false}}} | {"type":"object","properties":{"a":{"prefixItems":[{"type":"string"}],"items":false}}}
          {"$id":"My Tool","type":"object","properties":{"a":{"$id":"#/properties/a"},"b":{"id":"#b"}}} | {"type":"object","properties":{"a":{},"b":{}}}
          {"$id":"https://x.example/t","type":"object","properties":{"a":{"$ref":"https://x.example/t#/$defs/d"}},"$defs":{"d":{}}} | {"$id":"https://x.example/t","type":"object","properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{}}}
          {"$schema":"http://json-schema.org/draft/2020-12/schema#","type":"object"} | {"$schema":"https://json-schema.org/draft/2020-12/schema#","type":"object"}
          {"$schema":"http://json-schema.org/draft/2019-09/schema/","type":"object"} | {"$schema":"https://json-schema.org/draft/2019-09/schema","type":"object"}
          {"$schema":" http://json-schema.org/schema# ","type":"object"} | {"type":"object"}
          {"type":"object","properties":{"a":{"$schema":"http://json-schema.org/draft-03/schema#"}}} | {"type":"object","properties":{"a":{}}}
          {"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"a":{"minimum":0,"exclusiveMinimum":true,"required":[]}}} | {"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"a":{"minimum":0,"exclusiveMinimum":true}}}
          {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"items":[{"type":"STRING"}],"minimum":0,"exclusiveMinimum":true}}} | {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"items":[{"type":"string"}],"exclusiveMinimum":0}}}
          {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"enum":["x","x"]}}} | {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"enum":["x"]}}}
          {"type":"object","x-doc":{"$ref":"https://x.example/"},"properties":{"a":{"x-check":{"pattern":"("}}}} | =
          {"type":"object","properties":{"a":{"pattern":"^\\\\u{1F600}\\\\p{L}$"}}} | =
          {"type":"object","properties":{"a":{"pattern":"^(?<a_b>[\\\\w-.]+){.*}$"}}} | =
          {"type":"object","properties":{"a":{"pattern":"(?<!x)y(?=z)"}}} | =
          {"type":"object","properties":{"a":{"enum":[1,"a",null,[1]],"default":"x","maximum":18446744073709551615}}} | =
          {"type":"object","properties":{"a":{"$ref":"#/$defs/F<B> [ü]"}},"$defs":{"F<B> [ü]":{}}} | =
          """)
  void readsWhatHasOneMeaning(String given, String meaning) {
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
          {"type":"object","properties":{"default":{"pattern":"("},"x-b":{"pattern":"("}}}
          {"type":"object","properties":{"example":{"$ref":"#/gone"}}}
          {"type":"object","properties":{"a":{"pattern":"*.txt"}}}
          {"type":"object","properties":{"a":{"pattern":5}}}
          {"type":"object","properties":{"a":{"anyOf":[null]}}}
          {"type":"object","properties":{"a":{"enum":{"X":"x"}}}}
          {"type":"object","properties":{"a":{"required":"yes"}}}
          {"type":"object","properties":{"a":{"minLength":-1}}}
          {"type":"object","properties":{"a":{"multipleOf":0}}}
          {"type":"object","properties":{"a":{"type":{"type":"string"}}}}
          {"type":"None"}
          {"type":"object","$schema":"draft-07"}
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
