//! A running program: lines go in and come out, and nobody waits for it longer than agreed.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use protocol::bot::{FromBot, ToBot};

use super::report::shortened;
use super::{Fault, Program};

/// The longest line that is read from a program, in bytes.
const LONGEST: u64 = 65_536;
/// What a program has to end in good order.
const ENDING: Duration = Duration::from_secs(1);

/// A running program.
pub struct Process {
    child: Child,
    /// How it ended, once it is reaped: from then on its number may be another's.
    status: Option<ExitStatus>,
    /// None once it is to end.
    input: Option<Sender<String>>,
    output: Receiver<Result<String, Fault>>,
    pub wants_tensor: bool,
    /// What it has to end once nothing more is asked of it.
    patience: Duration,
}

impl Process {
    pub fn start(program: &Arc<Program>) -> Result<Self, Fault> {
        let (name, arguments) =
            program.words.split_first().ok_or_else(|| Fault::NotStarted("no command".to_owned()))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for us; what the program starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| Fault::NotStarted(format!("{name}: {error}")))?;
        let (input, lines) = channel::<String>();
        // What nobody asked for waits in the program, not here.
        let (sender, output) = sync_channel(1);
        if let Some(mut stdin) = child.stdin.take() {
            // A program that does not read must not stop anyone else.
            thread::spawn(move || {
                for line in lines {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read(stdout, &sender));
        }
        if let Some(stderr) = child.stderr.take() {
            let (program, id) = (Arc::clone(program), child.id());
            thread::spawn(move || keep(stderr, &program, id));
        }
        Ok(Self { child, status: None, input: Some(input), output, wants_tensor: false, patience: ENDING })
    }

    /// Ends it at once.
    pub fn kill(mut self) {
        self.patience = Duration::ZERO;
    }

    /// Tells the program something that it does not answer.
    pub fn tell(&self, message: &ToBot) {
        // A message holds nothing that JSON cannot.
        let line = serde_json::to_string(message).unwrap_or_default() + "\n";
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// Asks the program something and waits for its answer.
    pub fn ask(&mut self, message: &ToBot, limit: Duration) -> Result<FromBot, Fault> {
        // What it said unasked would be taken for the answer.
        if let Ok(unasked) = self.output.try_recv() {
            let line = unasked?;
            return Err(Fault::Unreadable(format!("\"{}\" was said unasked", shortened(&line))));
        }
        self.tell(message);
        match self.output.recv_timeout(limit) {
            Ok(line) => {
                let line = line?;
                serde_json::from_str(line.trim()).map_err(|error| {
                    Fault::Unreadable(format!("\"{}\": {}", shortened(&line), shortened(&error.to_string())))
                })
            }
            Err(RecvTimeoutError::Timeout) => {
                Err(Fault::TooSlow(format!("no answer within {} s", limit.as_secs_f64())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.crashed()),
        }
    }

    fn crashed(&mut self) -> Fault {
        Fault::Crashed(match self.ended_within(ENDING) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        })
    }

    /// How it ended, if it does within this time.
    fn ended_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        while !self.has_ended() {
            if start.elapsed() >= limit {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.end()
    }

    /// It is not reaped yet, so that its number stays its own.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let looking = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.status.is_some()
            || matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), looking), Ok(Some(_)))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Ends all that is left of it, and reaps it.
    fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            // The group has what the program has started, too, also if the program itself ended in good order.
            #[cfg(unix)]
            let _ = rustix::process::kill_process_group(
                rustix::process::Pid::from_child(&self.child),
                rustix::process::Signal::KILL,
            );
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
        self.status
    }
}

/// A program that has nothing more to do reads the end of its input; one that stays is ended.
impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        if self.ended_within(self.patience).is_none() {
            self.end();
        }
    }
}

fn read(stdout: impl Read, to: &SyncSender<Result<String, Fault>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut stdout).take(LONGEST).read_until(b'\n', &mut line);
        let said = match read {
            Ok(0) | Err(_) => return,
            Ok(_) if line.len() as u64 >= LONGEST => {
                Err(Fault::Unreadable(format!("a line of more than {LONGEST} bytes")))
            }
            Ok(_) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(_) => Ok(String::from_utf8_lossy(&line).into_owned()),
        };
        let is_last = said.is_err();
        if to.send(said).is_err() || is_last {
            return;
        }
    }
}

fn keep(stderr: impl Read, program: &Program, id: u32) {
    let mut stderr = BufReader::new(stderr);
    loop {
        let mut line = Vec::new();
        if !matches!((&mut stderr).take(LONGEST).read_until(b'\n', &mut line), Ok(1..)) {
            return;
        }
        let text = String::from_utf8_lossy(&line);
        if let Some(log) = &program.log {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = writeln!(log, "[{id}] {}", text.trim_end());
        }
        program.noting(|report| report.keep(text.trim_end()));
    }
}
