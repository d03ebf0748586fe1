//! Three databases on this machine, one of them a synchronous standby, kept by Patroni and etcd: for tests, for
//! `parlour load --nodes` and for `cargo xtask cluster`.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde::Deserialize;

use super::local::{self, USER};

/// Databases in a cluster.
pub const DATABASES: usize = 3;
/// The disk of a database that can be full: room for the data of a run and little more.
const DISK: &str = "size=640m,mode=0700";
/// How long Patroni may take to answer.
const ANSWER: Duration = Duration::from_secs(2);

/// What is missing on this machine to start a cluster, as a sentence; nothing if all is there.
pub fn missing() -> Option<&'static str> {
    let answers = |program: &str| {
        let version =
            Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    };
    let whole = local::programs().is_some() && answers("patroni") && answers("etcd");
    (!whole).then_some(
        "PostgreSQL, Patroni and etcd are not all installed (Debian: apt-get install postgresql patroni etcd-server)",
    )
}

/// Databases that end with this, killed.
pub struct Cluster {
    folder: PathBuf,
    etcd: Option<Child>,
    etcd_ports: [u16; 2],
    databases: Vec<Database>,
    /// Whether each database has a small disk of its own, and where those are.
    pub small_disks: bool,
    mounted: Vec<PathBuf>,
}

struct Database {
    /// Where Patroni answers, where PostgreSQL listens, and where the others reach it.
    rest: u16,
    port: u16,
    cable: u16,
    patroni: Option<Child>,
}

#[derive(Deserialize)]
struct Members {
    members: Vec<Member>,
}

#[derive(Deserialize)]
struct Member {
    name: String,
    role: String,
    state: String,
}

/// How the databases stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The one that takes writes.
    pub leader: usize,
    /// The one that has every acknowledged write.
    pub standby: Option<usize>,
    /// How many are running and follow.
    pub running: usize,
}

/// Sends a signal by its name; whether the process is there.
fn signal(name: &str, process: u32) -> bool {
    let mut kill = Command::new("kill");
    kill.args(["-s", name, &process.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
    kill.status().is_ok_and(|status| status.success())
}

/// The processes that a process has started.
fn children(parent: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |id: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // After the name, which may hold anything, come the state and the parent.
        let rest = stat.rsplit_once(") ").map(|(_, rest)| rest).unwrap_or_default();
        rest.split(' ').nth(1) == Some(&parent.to_string())
    };
    ids.filter(is_child).collect()
}

impl Cluster {
    /// Chooses ports for databases in a folder; nothing is started yet.
    pub fn plan(folder: &Path) -> io::Result<Self> {
        let ports = local::free_ports(2 + 2 * DATABASES)?;
        let database =
            |pair: &[u16]| Database { rest: pair[0], port: pair[1], cable: pair[1], patroni: None };
        Ok(Self {
            folder: folder.to_owned(),
            etcd: None,
            etcd_ports: [ports[0], ports[1]],
            databases: ports[2..].chunks(2).map(database).collect(),
            small_disks: false,
            mounted: Vec::new(),
        })
    }

    /// The others reach this database at another port, which leads to its own.
    pub fn lay_cable(&mut self, number: usize, port: u16) {
        self.databases[number].cable = port;
    }

    /// Starts everything that does not run.
    pub fn start(&mut self) -> io::Result<()> {
        local::folder(&self.folder)?;
        if self.small_disks && self.mounted.is_empty() {
            self.mount()?;
        }
        if self.etcd.is_none() {
            self.etcd = Some(self.start_etcd()?);
        }
        (0..DATABASES).try_for_each(|number| self.revive(number))
    }

    fn start_etcd(&self) -> io::Result<Child> {
        let [clients, peers] = self.etcd_ports.map(|port| format!("http://127.0.0.1:{port}"));
        let mut etcd = local::command(Path::new("etcd"));
        etcd.arg("--data-dir").arg(self.folder.join("etcd"));
        etcd.args(["--listen-client-urls", &clients, "--advertise-client-urls", &clients]);
        etcd.args(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers]);
        etcd.args(["--initial-cluster", &format!("default={peers}"), "--enable-v2=true"]);
        etcd.stderr(self.log("etcd")?).spawn()
    }

    fn log(&self, name: &str) -> io::Result<std::fs::File> {
        let path = self.folder.join(format!("{name}.log"));
        std::fs::OpenOptions::new().create(true).append(true).open(path)
    }

    fn data(&self, number: usize) -> PathBuf {
        self.folder.join(format!("data-{number}"))
    }

    /// Where the databases listen.
    pub fn ports(&self) -> Vec<u16> {
        self.databases.iter().map(|database| database.port).collect()
    }

    /// The address of databases at these ports.
    pub fn url(ports: &[u16]) -> String {
        let hosts: Vec<String> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
        format!("postgres://{USER}@{}/postgres", hosts.join(","))
    }

    /// Starts one that was killed, with what it had.
    pub fn revive(&mut self, number: usize) -> io::Result<()> {
        if self.databases[number].patroni.is_none() {
            let file = self.folder.join(format!("db-{number}.yml"));
            std::fs::write(&file, self.settings(number)?)?;
            let mut patroni = local::command(Path::new("patroni"));
            let log = self.log(&format!("db-{number}"))?;
            self.databases[number].patroni = Some(patroni.arg(&file).stderr(log).spawn()?);
        }
        Ok(())
    }

    fn settings(&self, number: usize) -> io::Result<String> {
        let Database { rest, port, cable, .. } = self.databases[number];
        let bin = local::programs().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        // Initial settings of a cluster: what is not here is Patroni's default. A failover takes `ttl` seconds at most.
        // Patroni 3.0 with `etcd3` lets a leader that slept take its lock back from the next one; with `etcd` it compares.
        Ok(format!(
            "scope: parlour\nname: db-{number}\n\
             restapi: {{listen: '127.0.0.1:{rest}', connect_address: '127.0.0.1:{rest}'}}\n\
             etcd: {{host: '127.0.0.1:{etcd}'}}\n\
             bootstrap:\n  dcs:\n    ttl: 10\n    loop_wait: 1\n    retry_timeout: 3\n    primary_start_timeout: 0\n    \
             synchronous_mode: true\n    synchronous_mode_strict: true\n    \
             postgresql: {{use_pg_rewind: true, use_slots: true}}\n  \
             initdb: [{{encoding: UTF8}}, {{locale: C.UTF-8}}, no-sync, data-checksums]\n  \
             pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']\n\
             postgresql:\n  listen: '127.0.0.1:{port}'\n  connect_address: '127.0.0.1:{cable}'\n  \
             data_dir: '{data}'\n  bin_dir: '{bin}'\n  pgpass: '{folder}/pgpass-{number}'\n  \
             authentication: {{superuser: {{username: {USER}}}, replication: {{username: replicator}}}}\n  \
             parameters: {{unix_socket_directories: '', max_wal_size: '256MB', min_wal_size: '64MB', \
             wal_sender_timeout: '5s', wal_receiver_timeout: '5s'}}\n\
             watchdog: {{mode: 'off'}}\n",
            etcd = self.etcd_ports[0],
            data = self.data(number).display(),
            bin = bin.display(),
            folder = self.folder.display(),
        ))
    }

    /// The process of PostgreSQL itself, if it runs.
    fn postmaster(&self, number: usize) -> Option<u32> {
        let text = std::fs::read_to_string(self.data(number).join("postmaster.pid")).ok()?;
        text.lines().next()?.trim().parse().ok()
    }

    /// Kills a database and Patroni beside it, as a power cut would.
    pub fn kill(&mut self, number: usize) {
        let postmaster = self.postmaster(number);
        if let Some(mut patroni) = self.databases[number].patroni.take() {
            // On Unix this is SIGKILL: nothing can be tidied up.
            let _ = patroni.kill();
            let _ = patroni.wait();
            if let Some(postmaster) = postmaster {
                for process in children(postmaster).into_iter().chain([postmaster]) {
                    signal("KILL", process);
                }
            }
        }
    }

    /// Kills everything at once.
    pub fn kill_all(&mut self) {
        (0..DATABASES).for_each(|number| self.kill(number));
        if let Some(mut etcd) = self.etcd.take() {
            let _ = etcd.kill();
            let _ = etcd.wait();
        }
    }

    /// Stops a whole machine, or wakes it: its database and Patroni beside it.
    pub fn pause(&self, number: usize, stop: bool) {
        let name = if stop { "STOP" } else { "CONT" };
        let mut processes: Vec<u32> =
            self.databases[number].patroni.as_ref().map(Child::id).into_iter().collect();
        if let Some(postmaster) = self.postmaster(number) {
            processes.push(postmaster);
            processes.extend(children(postmaster));
        }
        for process in processes {
            signal(name, process);
        }
    }

    /// How the databases stand, as Patroni sees it; nothing while it does not know a leader.
    pub fn state(&self) -> Option<State> {
        (0..DATABASES).find_map(|number| self.state_by(number))
    }

    /// How they stand, as one of them sees it.
    fn state_by(&self, number: usize) -> Option<State> {
        let database = self.databases.get(number).filter(|database| database.patroni.is_some())?;
        let text = ask(database.rest).ok()?;
        let members: Members = serde_json::from_str(text.split_once("\r\n\r\n")?.1).ok()?;
        let number = |name: &str| name.strip_prefix("db-")?.parse::<usize>().ok();
        let with = |role: &str| {
            let member = members.members.iter().find(|member| member.role == role && is_running(member))?;
            number(&member.name)
        };
        let running = members.members.iter().filter(|member| is_running(member)).count();
        Some(State { leader: with("leader")?, standby: with("sync_standby"), running })
    }

    /// The database that takes writes, as one of them sees it.
    pub fn leader_by(&self, number: usize) -> Option<usize> {
        self.state_by(number).map(|state| state.leader)
    }

    /// Gives each database a small disk of its own, in memory, so that it can be full.
    fn mount(&mut self) -> io::Result<()> {
        for number in 0..DATABASES {
            let data = self.data(number);
            local::folder(&data)?;
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", DISK, "tmpfs"]).arg(&data);
            local::done(&mut mount)?;
            self.mounted.push(data.clone());
            // A database wants a folder that is empty and its own.
            local::folder(&data)?;
            std::fs::set_permissions(&data, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
        }
        Ok(())
    }

    /// Whether each database has a disk of its own.
    pub fn has_own_disks(&self) -> bool {
        self.mounted.len() == DATABASES
    }

    /// Whether all databases run and one is a synchronous standby; then, which one takes writes.
    pub fn whole(&self) -> Option<usize> {
        self.state()
            .filter(|state| state.running == DATABASES && state.standby.is_some())
            .map(|state| state.leader)
    }
}

fn is_running(member: &Member) -> bool {
    matches!(member.state.as_str(), "running" | "streaming")
}

/// Asks Patroni how its cluster stands.
fn ask(port: u16) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&([127, 0, 0, 1], port).into(), ANSWER)?;
    stream.set_read_timeout(Some(ANSWER))?;
    write!(stream, "GET /cluster HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // One that sleeps would not be found any longer.
        (0..DATABASES).for_each(|number| self.pause(number, false));
        self.kill_all();
        for disk in &self.mounted {
            // At once, or when the last process has let go of it.
            let _ = local::done(Command::new("umount").arg("--lazy").arg(disk));
        }
    }
}
