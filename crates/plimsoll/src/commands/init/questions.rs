//! What `init` asks in a terminal. Without one the usual answers hold.

use crate::arguments::TestKind;
use crate::exit::Failure;
use crate::message;
use std::io::{IsTerminal, Write};

/// Wrong answers to one question.
const ATTEMPTS: u32 = 5;

pub struct Questions {
    asks: bool,
}

impl Questions {
    pub fn new() -> Self {
        Questions { asks: std::io::stdin().is_terminal() }
    }

    /// An empty answer is the usual one.
    pub fn ask(&mut self, question: &str, usual: &str) -> Result<String, Failure> {
        if !self.asks {
            return Ok(usual.to_owned());
        }
        let mut stderr = std::io::stderr();
        // Who can't see the question may still answer it.
        let _ = write!(stderr, "{question} [{usual}] ").and_then(|()| stderr.flush());
        let mut line = String::new();
        let read = std::io::stdin().read_line(&mut line);
        match read {
            Ok(0) | Err(_) => {
                self.asks = false;
                message::say("");
                Ok(usual.to_owned())
            }
            Ok(_) if line.trim().is_empty() => Ok(usual.to_owned()),
            Ok(_) => Ok(line.trim().to_owned()),
        }
    }

    pub fn kind(&mut self) -> Result<TestKind, Failure> {
        if self.asks {
            message::say(
                "What is to be found out?\n  1  load      does it meet its requirements under an expected load?\n  2  climb     \
                 how much can it carry? Users are added until more of them gain nothing\n  3  capacity  what is the highest \
                 rate at which the requirements hold?\n  4  soak      does it stay well for an hour?",
            );
        }
        for _ in 0..ATTEMPTS {
            let answer = self.ask("1, 2, 3 or 4?", "2")?;
            match answer.as_str() {
                "1" | "load" => return Ok(TestKind::Load),
                "2" | "climb" => return Ok(TestKind::Climb),
                "3" | "capacity" => return Ok(TestKind::Capacity),
                "4" | "soak" => return Ok(TestKind::Soak),
                other => message::say(&format!("{other} is none of them")),
            }
        }
        Err(Failure::input("no kind of test was chosen")
            .with_hint("--kind load, climb, capacity or soak says it"))
    }
}
