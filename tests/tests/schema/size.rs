//! Forms that are larger than any form should be.

use elicit_core::{Elicit, Revision, from_str, from_value};
use serde_json::Value;

macro_rules! wide {
    ($($field:ident)*) => {
        #[derive(Debug, Elicit)]
        struct Wide {
            $(
                /// How many of these there are to be, in words that take room
                #[elicit(minimum = 1, maximum = 200)]
                $field: u8,
            )*
        }

        const NAMES: &[&str] = &[$(stringify!($field)),*];
    };
}

wide! {
    field_0 field_1 field_2 field_3 field_4 field_5 field_6 field_7 field_8 field_9
    field_10 field_11 field_12 field_13 field_14 field_15 field_16 field_17 field_18
    field_19 field_20 field_21 field_22 field_23 field_24 field_25 field_26 field_27
    field_28 field_29 field_30 field_31 field_32 field_33 field_34 field_35 field_36
    field_37 field_38 field_39 field_40 field_41 field_42 field_43 field_44 field_45
    field_46 field_47 field_48 field_49 field_50 field_51 field_52 field_53 field_54
    field_55 field_56 field_57 field_58 field_59 field_60 field_61 field_62 field_63
    field_64 field_65 field_66 field_67 field_68 field_69 field_70 field_71 field_72
    field_73 field_74 field_75 field_76 field_77 field_78 field_79 field_80 field_81
    field_82 field_83 field_84 field_85 field_86 field_87 field_88 field_89 field_90
    field_91 field_92 field_93 field_94 field_95 field_96 field_97 field_98 field_99
    field_100 field_101 field_102 field_103 field_104 field_105 field_106 field_107
    field_108 field_109 field_110 field_111 field_112 field_113 field_114 field_115
    field_116 field_117 field_118 field_119 field_120 field_121 field_122 field_123
    field_124 field_125 field_126 field_127 field_128 field_129 field_130 field_131
    field_132 field_133 field_134 field_135 field_136 field_137 field_138 field_139
    field_140 field_141 field_142 field_143 field_144 field_145 field_146 field_147
    field_148 field_149 field_150 field_151 field_152 field_153 field_154 field_155
    field_156 field_157 field_158 field_159 field_160 field_161 field_162 field_163
    field_164 field_165 field_166 field_167 field_168 field_169 field_170 field_171
    field_172 field_173 field_174 field_175 field_176 field_177 field_178 field_179
    field_180 field_181 field_182 field_183 field_184 field_185 field_186 field_187
    field_188 field_189 field_190 field_191 field_192 field_193 field_194 field_195
    field_196 field_197 field_198 field_199 field_200 field_201 field_202 field_203
    field_204 field_205 field_206 field_207 field_208 field_209 field_210 field_211
    field_212 field_213 field_214 field_215 field_216 field_217 field_218 field_219
    field_220 field_221 field_222 field_223 field_224 field_225 field_226 field_227
    field_228 field_229 field_230 field_231 field_232 field_233 field_234 field_235
    field_236 field_237 field_238 field_239 field_240 field_241 field_242 field_243
    field_244 field_245 field_246 field_247 field_248 field_249 field_250 field_251
    field_252 field_253 field_254 field_255
}

#[test]
fn a_form_of_256_fields_has_its_whole_schema() {
    const PROPERTY: &str = r#","description":"How many of these there are to be, in words that take room","minimum":1,"maximum":200}"#;
    assert_eq!(NAMES.len(), 256);
    let properties: Vec<String> = NAMES
        .iter()
        .map(|name| {
            let title = name.replace("field_", "Field ");
            format!(r#"{name:?}:{{"type":"integer","title":"{title}"{PROPERTY}"#)
        })
        .collect();
    assert_eq!(
        Wide::requested_schema(Revision::LATEST),
        format!(
            r#"{{"type":"object","properties":{{{}}},"required":{}}}"#,
            properties.join(","),
            Value::from(NAMES),
        )
    );
}

#[test]
fn every_one_of_256_fields_is_read() {
    let document = |value: u8| -> Value {
        Value::Object(
            NAMES
                .iter()
                .map(|name| ((*name).to_owned(), value.into()))
                .collect(),
        )
    };
    assert!(from_value::<Wide>(&document(1)).is_ok());
    assert!(from_str::<Wide>(&document(200).to_string()).is_ok());
    let invalid = from_value::<Wide>(&document(0)).unwrap_err();
    let properties: Vec<_> = invalid
        .violations()
        .iter()
        .filter_map(|v| v.property())
        .collect();
    assert_eq!(properties, NAMES);
}
