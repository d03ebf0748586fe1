//! A Debian package of the static executable, which installs on any version of Debian and Ubuntu.

use std::fs;
use std::path::Path;

use super::{copy, output, write};
use crate::shell::run;

/// What goes where: from the release's folder to the system's.
const FILES: [(&str, &str); 9] = [
    ("static/parlour", "usr/bin/parlour"),
    ("parlour.service", "usr/lib/systemd/system/parlour.service"),
    ("parlour.1", "usr/share/man/man1/parlour.1"),
    ("completions/parlour.bash", "usr/share/bash-completion/completions/parlour"),
    ("completions/_parlour", "usr/share/zsh/vendor-completions/_parlour"),
    ("completions/parlour.fish", "usr/share/fish/vendor_completions.d/parlour.fish"),
    ("LICENSE-MIT", "usr/share/doc/parlour/LICENSE-MIT"),
    ("LICENSE-APACHE", "usr/share/doc/parlour/LICENSE-APACHE"),
    ("THIRD-PARTY.txt", "usr/share/doc/parlour/copyright"),
];

/// After an upgrade the server runs the new version, if it ran before.
const POSTINST: &str = "\
#!/bin/sh
set -e
if [ \"$1\" = configure ] && [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if [ -n \"$2\" ]; then
        systemctl try-restart parlour.service
    fi
fi
";

/// Builds the package from what is in the release's folder; `None` where `dpkg-deb` is not installed.
pub fn build(folder: &Path) -> Result<Option<String>, String> {
    let Ok(architecture) = output(Path::new("dpkg"), &["--print-architecture"]) else { return Ok(None) };
    let architecture = String::from_utf8_lossy(&architecture).trim().to_owned();
    let stage = folder.join("deb");
    for (from, to) in FILES {
        copy(&folder.join(from), &stage.join(to))?;
    }
    write(&stage.join("DEBIAN/control"), control(&architecture).as_bytes())?;
    let script = stage.join("DEBIAN/postinst");
    write(&script, POSTINST.as_bytes())?;
    run("chmod", &["0755", &script.to_string_lossy()], &[])?;
    let name = format!("parlour_{}_{architecture}.deb", env!("CARGO_PKG_VERSION"));
    let (stage, package) = (stage.to_string_lossy(), folder.join(&name));
    run("dpkg-deb", &["--root-owner-group", "--build", &stage, &package.to_string_lossy()], &[])?;
    fs::remove_dir_all(&*stage).map_err(|error| format!("{stage}: {error}"))?;
    Ok(Some(name))
}

fn control(architecture: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "Package: parlour\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: The Parlour developers <parlour@localhost>\n\
         Section: games\n\
         Priority: optional\n\
         Description: card room for home-made and pub card games\n \
         Play against bots or friends in a browser or a terminal, keep and verify\n \
         every game, simulate by the thousand.\n"
    )
}
