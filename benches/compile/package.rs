//! The packages that are compiled: the same structs, read in the same ways, with one
//! set of derives or another.

use std::{
    fmt::{self, Write as _},
    fs, io,
    path::{Path, PathBuf},
};

const STRUCTS: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Derives {
    /// No derive: what cargo, the compiler and the structs cost.
    None,
    Serde,
    SerdeSchemars,
    SerdeGarde,
    SerdeSchemarsGarde,
    Elicit,
}

impl fmt::Display for Derives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no derive",
            Self::Serde => "`serde::Deserialize`",
            Self::SerdeSchemars => "… + `schemars::JsonSchema`",
            Self::SerdeGarde => "… + `garde::Validate`",
            Self::SerdeSchemarsGarde => "all three",
            Self::Elicit => "`Elicit`",
        })
    }
}

impl Derives {
    pub(crate) const ALL: [Self; 6] = [
        Self::None,
        Self::Serde,
        Self::SerdeSchemars,
        Self::SerdeGarde,
        Self::SerdeSchemarsGarde,
        Self::Elicit,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "no-derive",
            Self::Serde => "serde-alone",
            Self::SerdeSchemars => "with-schemars",
            Self::SerdeGarde => "with-garde",
            Self::SerdeSchemarsGarde => "all-three",
            Self::Elicit => "elicit-alone",
        }
    }

    fn has_serde(self) -> bool {
        !matches!(self, Self::None | Self::Elicit)
    }

    fn has_schemars(self) -> bool {
        matches!(self, Self::SerdeSchemars | Self::SerdeSchemarsGarde)
    }

    fn has_garde(self) -> bool {
        matches!(self, Self::SerdeGarde | Self::SerdeSchemarsGarde)
    }

    /// Writes the package into a workspace of its own.
    pub(crate) fn write(self, workspace: &Path) -> io::Result<()> {
        fs::create_dir_all(self.source(workspace).with_file_name(""))?;
        fs::write(
            workspace.join("Cargo.toml"),
            "[workspace]\nmembers = [\"*\"]\nexclude = [\"target\"]\nresolver = \"3\"\n",
        )?;
        let mut manifest = format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nserde_json = \"1\"\n",
            self.name()
        );
        if self == Self::Elicit {
            manifest += concat!(
                "elicit-core = { path = '",
                env!("CARGO_MANIFEST_DIR"),
                "/../elicit-core' }\n"
            );
        }
        if self.has_serde() {
            manifest += "serde = { version = \"1\", features = [\"derive\"] }\n";
        }
        if self.has_schemars() {
            manifest += "schemars = \"1\"\n";
        }
        if self.has_garde() {
            manifest += "garde = { version = \"0.23\", default-features = false, \
                         features = [\"derive\", \"email\", \"regex\"] }\n";
        }
        fs::write(workspace.join(self.name()).join("Cargo.toml"), manifest)?;
        fs::write(self.source(workspace), self.code())
    }

    /// Makes cargo think that the source has changed.
    pub(crate) fn touch(self, workspace: &Path) -> io::Result<()> {
        fs::write(self.source(workspace), self.code())
    }

    fn source(self, workspace: &Path) -> PathBuf {
        workspace.join(self.name()).join("src/lib.rs")
    }

    fn code(self) -> String {
        let mut code = String::new();
        if self.has_serde() {
            code += "fn yes() -> bool { true }\n";
        }
        for place in 0..STRUCTS {
            self.form(place, &mut code);
            self.uses(place, &mut code);
        }
        code
    }

    fn form(self, place: usize, code: &mut String) {
        let mut derives = Vec::new();
        if self == Self::Elicit {
            derives.push("elicit_core::Elicit");
        }
        if self.has_serde() {
            derives.push("serde::Deserialize");
        }
        if self.has_schemars() {
            derives.push("schemars::JsonSchema");
        }
        if self.has_garde() {
            derives.push("garde::Validate");
        }
        let fields: String = FIELDS.iter().map(|field| field.code(self)).collect();
        write!(
            code,
            "#[derive({})]\npub struct Form{place} {{\n{fields}}}\n",
            derives.join(", "),
        )
        .expect("a string takes it");
    }

    fn uses(self, place: usize, code: &mut String) {
        let form = format!("Form{place}");
        let (read, read_value) = match self {
            Self::None => return,
            Self::Elicit => (
                format!("elicit_core::from_slice::<{form}>(content)"),
                format!("elicit_core::from_value::<{form}>(content)"),
            ),
            _ => (
                format!("serde_json::from_slice::<{form}>(content)"),
                format!("<{form} as serde::Deserialize>::deserialize(content)"),
            ),
        };
        let check = if self.has_garde() {
            ".filter(|form| garde::Validate::validate(form).is_ok())"
        } else {
            ""
        };
        write!(
            code,
            "pub fn read_{place}(content: &[u8]) -> Option<{form}> {{\n    \
                 {read}.ok(){check}\n\
             }}\n\
             pub fn read_value_{place}(content: &serde_json::Value) -> Option<{form}> {{\n    \
                 {read_value}.ok(){check}\n\
             }}\n"
        )
        .expect("a string takes it");
        let schema = match self {
            Self::Elicit => format!(
                "<{form} as elicit_core::Elicit>::requested_schema(elicit_core::Revision::LATEST)\
                 .to_owned()"
            ),
            _ if self.has_schemars() => {
                format!("serde_json::to_string(&schemars::schema_for!({form})).unwrap()")
            }
            _ => return,
        };
        write!(
            code,
            "pub fn schema_{place}() -> String {{\n    {schema}\n}}\n"
        )
        .expect("a string takes it");
    }
}

/// A field, and its rules in the words of each.
struct Field {
    declaration: &'static str,
    elicit: &'static str,
    serde: &'static str,
    garde: &'static str,
}

impl Field {
    fn code(&self, derives: Derives) -> String {
        let attribute = |is_there: bool, name: &str, rules: &str| {
            if is_there && !rules.is_empty() {
                format!("    #[{name}({rules})]\n")
            } else {
                String::new()
            }
        };
        [
            "    /// What is known about it.\n".to_owned(),
            attribute(derives == Derives::Elicit, "elicit", self.elicit),
            attribute(derives.has_serde(), "serde", self.serde),
            attribute(derives.has_garde(), "garde", self.garde),
            format!("    pub {},\n", self.declaration),
        ]
        .concat()
    }
}

const FIELDS: [Field; 8] = [
    Field {
        declaration: "name: String",
        elicit: "min_length = 1, max_length = 40",
        serde: "",
        garde: "length(chars, min = 1, max = 40)",
    },
    Field {
        declaration: "notify: String",
        elicit: "format = \"email\"",
        serde: "",
        garde: "email",
    },
    Field {
        declaration: "note: Option<String>",
        elicit: "max_length = 200",
        serde: "",
        garde: "length(chars, max = 200)",
    },
    Field {
        declaration: "replicas: u8",
        elicit: "minimum = 1, maximum = 20",
        serde: "",
        garde: "range(min = 1, max = 20)",
    },
    Field {
        declaration: "port: u16",
        elicit: "minimum = 1024",
        serde: "",
        garde: "range(min = 1024)",
    },
    Field {
        declaration: "priority: i64",
        elicit: "minimum = -100, maximum = 100",
        serde: "",
        garde: "range(min = -100, max = 100)",
    },
    Field {
        declaration: "share: Option<f64>",
        elicit: "minimum = 0, maximum = 1",
        serde: "",
        garde: "range(min = 0.0, max = 1.0)",
    },
    Field {
        declaration: "announce: bool",
        elicit: "default = true",
        serde: "default = \"crate::yes\"",
        garde: "skip",
    },
];
