//! A server that feeds a child process with what the person answers, one number after the other.
//!
//! ```console
//! cargo run --bin tally
//! ```
//!
//! On 2026-07-28 the handler runs anew for each answer. The child process lives on in the server
//! meanwhile, and gets each number once.

use std::{env, io, process::ExitCode, process::Stdio, time::Duration};

use elicit_core::{Ask, Elicitation, Outcome, rmcp3::ElicitsExt};
use elicit_examples::live::Live;
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    sync::Mutex,
};

/// A child process that adds up what it reads. It ends with the value.
struct Adder {
    _process: Child,
    numbers: ChildStdin,
    sums: Lines<BufReader<ChildStdout>>,
    /// The sum after each number so far.
    known: Vec<String>,
}

impl Adder {
    fn start() -> io::Result<Self> {
        let mut process = Command::new(env::current_exe()?)
            .arg(ADDS)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (numbers, sums) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self {
            _process: process,
            numbers,
            sums: BufReader::new(sums).lines(),
            known: Vec::new(),
        })
    }

    /// The sum after so many numbers, of which this is the last. A number that the process has is not
    /// written to it again: the handler comes past each answer once more in every run.
    async fn add(&mut self, count: usize, number: i32) -> io::Result<()> {
        if count < self.known.len() {
            return Ok(());
        }
        self.numbers
            .write_all(format!("{number}\n").as_bytes())
            .await?;
        let sum = self.sums.next_line().await?;
        self.known.push(sum.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    /// What a person reads before the question after so many numbers. It is the same in every run.
    fn sum(&self, count: usize) -> &str {
        count
            .checked_sub(1)
            .and_then(|last| self.known.get(last))
            .map_or("0", String::as_str)
    }
}

struct Tally {
    adders: Live<Mutex<Adder>>,
}

#[tool_router]
impl Tally {
    /// Add up the numbers that the user enters.
    #[tool]
    async fn tally(&self, ask: Ask) -> Result<String, ErrorData> {
        let call = ask.idempotency_key("adder");
        // This runs in the first run alone.
        let mut is_first = false;
        let begin = async || {
            is_first = true;
            Ok::<_, ErrorData>(())
        };
        ask.remember("begun", begin).await?;
        let adder = if is_first {
            let adder = Adder::start().map_err(|error| failed(&error))?;
            Some(self.adders.keep(&call, Mutex::new(adder)))
        } else {
            self.adders.get(&call)
        };
        let Some(adder) = adder else {
            return Ok("The numbers so far are lost. Start the tally again.".to_owned());
        };
        let mut adder = adder.lock().await;

        let mut count = 0;
        loop {
            let message = format!("The sum is {}. Which number is next?", adder.sum(count));
            let next = ask
                .value::<Option<i32>>(format!("number_{}", count + 1), message)
                .description("Leave it empty if there is none.")
                .await?;
            let Outcome::Accepted(Some(number)) = next else {
                break;
            };
            adder
                .add(count, number)
                .await
                .map_err(|error| failed(&error))?;
            count += 1;
        }
        self.adders.end(&call);
        Ok(format!("The sum is {}.", adder.sum(count)))
    }
}

fn failed(error: &io::Error) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

#[tool_handler(name = "tally")]
impl ServerHandler for Tally {}

/// The argument of the child process.
const ADDS: &str = "--adds";

/// What the child process does.
fn adds() -> ExitCode {
    let mut sum = 0_i64;
    for number in io::stdin().lines().map_while(Result::ok) {
        sum += number.parse::<i64>().unwrap_or(0);
        println!("{sum}");
    }
    ExitCode::SUCCESS
}

#[tokio::main]
async fn main() -> ExitCode {
    if env::args().any(|argument| argument == ADDS) {
        return adds();
    }
    let server = || {
        // As long as the state of a call is valid.
        let adders = Live::new(Duration::from_secs(10 * 60));
        Tally { adders }.elicits(Elicitation::default())
    };
    elicit_examples::run("tally", server).await
}
