//! What the file `pom.xml` of a project says.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use roxmltree::{Document, Node};

/// The name of the project and the version of its engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pom {
    pub(super) name: String,
    /// `None` if the file does not say it.
    pub(super) engine: Option<Version>,
}

/// A version such as `4.5.0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Version(String);

impl Version {
    /// A version; `None` if the text does not begin with a digit, as a property that is not set.
    fn new(text: &str) -> Option<Self> {
        // A range such as `[4,5)` begins with a bracket.
        let text = text.trim().trim_start_matches(['[', '(']);
        text.starts_with(|c: char| c.is_ascii_digit()).then(|| Self(text.to_owned()))
    }

    /// Whether the engine adds 50 ms to each time limit, which it does since 4.7.
    pub(super) fn adds_grace(&self) -> bool {
        let mut numbers =
            self.0.split(|c: char| !c.is_ascii_digit()).map(|part| part.parse().unwrap_or(0));
        let (major, minor): (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        (major, minor) >= (4, 7)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Pom {
    /// Reads the file.
    pub(super) fn read(file: &Path) -> Result<Self> {
        let shown = file.display();
        let text = crate::ordinary::read_written_text(file)
            .with_context(|| format!("cannot read {shown}"))?;
        let document = Document::parse(text.trim_start_matches('\u{feff}'))
            .map_err(|error| anyhow!("{shown} is not XML: {error}"))?;
        let project = document.root_element();
        let properties = child(project, "properties");
        let filled = |text: &str| {
            let name = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
            let value =
                name.and_then(|name| Some(child(properties?, name)?.text()?.trim().to_owned()));
            value.unwrap_or_else(|| text.to_owned())
        };
        let of_child = |node: Node<'_, '_>, name| {
            Some(filled(child(node, name)?.text()?.trim())).filter(|text| !text.is_empty())
        };
        let dependencies =
            project.descendants().filter(|node| node.has_tag_name_without_space("dependency"));
        let mut cores = dependencies.filter(|node| {
            let group = of_child(*node, "groupId").unwrap_or_default();
            let artifact = of_child(*node, "artifactId").unwrap_or_default();
            group == "com.codingame.gameengine" && artifact == "core"
        });
        let engine = cores.find_map(|node| Version::new(&of_child(node, "version")?));
        let name = of_child(project, "artifactId").or_else(|| of_child(project, "name"));
        Ok(Self { name: name.unwrap_or_else(|| "contest".to_owned()), engine })
    }
}

/// Names of elements, whatever their name space.
trait TagName {
    fn has_tag_name_without_space(&self, name: &str) -> bool;
}

impl TagName for Node<'_, '_> {
    fn has_tag_name_without_space(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name_without_space(name))
}

/// The version of the engine's jar in a folder of jars, such as `core-4.5.0.jar`.
pub(super) fn version_of_jar(jars: &Path) -> Option<Version> {
    let mut names =
        jars.read_dir().ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    names.find_map(|name| Version::new(name.strip_prefix("core-")?.strip_suffix(".jar")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pom(text: &str) -> Pom {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pom.xml");
        std::fs::write(&file, text).unwrap();
        Pom::read(&file).unwrap()
    }

    #[test]
    fn the_version_of_the_engine_may_be_a_property() {
        let dependency = |version: &str| {
            format!(
                "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><parent><artifactId>no</artifactId></parent>\
                 <artifactId>toy</artifactId><properties><e.version>4.5.0</e.version></properties><dependencies>\
                 <dependency><groupId>org.other</groupId><artifactId>core</artifactId><version>9</version></dependency>\
                 <dependency><groupId>com.codingame.gameengine</groupId><artifactId>core</artifactId>\
                 <version>{version}</version></dependency></dependencies></project>"
            )
        };
        for (text, version) in
            [("${e.version}", Some("4.5.0")), ("4.7.8", Some("4.7.8")), ("${none}", None)]
        {
            let pom = pom(&dependency(text));
            assert_eq!(pom.name, "toy");
            assert_eq!(pom.engine.map(|it| it.0).as_deref(), version);
        }
    }

    #[test]
    fn engines_since_4_7_add_grace() {
        for (version, adds) in [
            ("4.5.0", false),
            ("4.6", false),
            ("4.7.0", true),
            ("4.7.8-x", true),
            ("4.10", true),
            ("5", true),
            ("3.15.4", false),
        ] {
            assert_eq!(Version::new(version).unwrap().adds_grace(), adds, "{version}");
        }
    }
}
