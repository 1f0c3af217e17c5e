//! The store in a database that the guide shows, in `PostgreSQL`. `tests/postgres/run` starts a server.

use std::{
    fmt::Write as _,
    io::Write as _,
    process::{Command, Stdio},
    time::Duration,
};

use elicit_core::{
    store::{BoxFuture, Entry, Store, StoreError},
    testing::check_store,
};
use tokio::task::spawn_blocking;

/// The statements are those of the guide.
const GUIDE: &str = include_str!("../../elicit-core/src/guide/replicas.md");

fn statement(name: &str) -> &'static str {
    let (_, sql) = GUIDE.split_once("```sql").expect("the guide has SQL");
    let (sql, _) = sql.split_once("```").expect("the SQL ends");
    let parts = sql.split("\n-- ").filter_map(|part| part.split_once('\n'));
    let mut named = parts.filter(|(title, _)| title.split(':').next() == Some(name));
    named.next().expect("the guide has the statement").1
}

/// A database of this name, through the client that comes with `PostgreSQL`.
#[derive(Clone)]
struct Database(&'static str);

impl Database {
    async fn new(name: &'static str) -> Self {
        let server = Self("postgres");
        server
            .run(&format!("CREATE DATABASE {name}"))
            .await
            .unwrap();
        let database = Self(name);
        database.run(statement("table")).await.unwrap();
        database
    }

    /// The first row of what these statements return.
    async fn run(&self, sql: &str) -> Result<Option<String>, StoreError> {
        let mut client = Command::new("psql");
        client.args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-d",
            self.0,
        ]);
        client
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let sql = format!("{sql};");
        let ended = spawn_blocking(move || {
            let mut client = client.spawn()?;
            // What was written is sent when the pipe is dropped.
            client
                .stdin
                .take()
                .map(|mut pipe| pipe.write_all(sql.as_bytes()))
                .transpose()?;
            client.wait_with_output()
        });
        let output = ended
            .await
            .expect("the client does not panic")
            .map_err(StoreError::unavailable)?;
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(StoreError::unavailable(error));
        }
        let rows = String::from_utf8_lossy(&output.stdout);
        Ok(rows.lines().next().map(str::to_owned))
    }

    /// As a library does it: the server finds out of which type the parameters are.
    async fn execute(&self, name: &str, parameters: &str) -> Result<Option<String>, StoreError> {
        let statement = statement(name);
        let sql = format!("PREPARE it AS {statement} EXECUTE it({parameters})");
        self.run(&sql).await
    }

    async fn insert(&self, statement: &str, entry: &Entry) -> Result<Option<String>, StoreError> {
        let (name, value) = (&entry.name, hex(&entry.value));
        let time_to_live = entry.time_to_live.as_millis();
        let parameters = format!(r"'{name}', '\x{value}', {time_to_live}");
        self.execute(statement, &parameters).await
    }

    async fn value(&self, statement: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let row = self.execute(statement, &format!("'{name}'")).await?;
        Ok(row.map(|row| bytes(&row)))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("there is room");
        hex
    })
}

/// The bytes of a `bytea` as `PostgreSQL` writes it: `\x00ff`.
fn bytes(row: &str) -> Vec<u8> {
    let hex = row.strip_prefix(r"\x").expect("the value is a `bytea`");
    let pairs = (0..hex.len()).step_by(2).map(|at| &hex[at..at + 2]);
    let bytes = pairs.map(|pair| u8::from_str_radix(pair, 16));
    bytes
        .collect::<Result<_, _>>()
        .expect("the value is hexadecimal")
}

impl Store for Database {
    fn claim(&self, entry: Entry) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(async move {
            loop {
                if self.insert("claim", &entry).await?.is_some() {
                    return Ok(None);
                }
                if let Some(value) = self.get(&entry.name).await? {
                    return Ok(Some(value));
                }
            }
        })
    }

    fn put(&self, entry: Entry) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.insert("put", &entry).await.map(drop) })
    }

    fn get<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(self.value("get", name))
    }

    fn take<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(self.value("take", name))
    }

    fn is_shared(&self) -> bool {
        true
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_of_the_guide_passes_check_store() {
    check_store(&Database::new("checked").await).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_entries_are_deleted() {
    let database = Database::new("cleaned").await;
    let lives = [("short", Duration::ZERO), ("long", Duration::from_secs(60))];
    for (name, time_to_live) in lives {
        let entry = Entry::new(name, "value", time_to_live);
        database.put(entry).await.unwrap();
    }
    database.run(statement("clean")).await.unwrap();
    let left = database
        .run("SELECT string_agg(name, ' ') FROM remembered")
        .await;
    assert_eq!(left.unwrap().as_deref(), Some("long"));
}
