//! A Redis server of the tests' own.

use std::{
    env, fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use elicit_core::store::StoreError;
use elicit_redis::RedisStore;

/// A server on a free port, which ends with the test.
pub(crate) struct Server {
    process: Child,
    pub(crate) port: u16,
}

impl Server {
    pub(crate) async fn start(policy: &str) -> Self {
        Self::start_at(free_port(), policy).await
    }

    pub(crate) async fn start_at(port: u16, policy: &str) -> Self {
        let memory = ["--maxmemory", "8mb", "--maxmemory-policy", policy];
        let nothing = ["--save", "", "--appendonly", "no"];
        Self::spawn(port, &[&memory[..], &nothing].concat()).await
    }

    /// One that keeps what it has confirmed, also if it is killed.
    pub(crate) async fn start_durable(port: u16, folder: &Folder) -> Self {
        let folder = folder.0.to_str().unwrap();
        let log = ["--appendonly", "yes", "--appendfsync", "always"];
        Self::spawn(port, &[&log[..], &["--save", "", "--dir", folder]].concat()).await
    }

    /// One with these settings.
    pub(crate) async fn start_with(arguments: &[&str]) -> Self {
        let nothing = ["--save", "", "--appendonly", "no"];
        Self::spawn(free_port(), &[&nothing, arguments].concat()).await
    }

    async fn spawn(port: u16, arguments: &[&str]) -> Self {
        let program = env::var_os("REDIS_SERVER").expect("start it by `tests/redis/run`");
        let process = Command::new(program)
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(arguments)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { process, port };
        while tokio::net::TcpStream::connect(("127.0.0.1", port))
            .await
            .is_err()
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        server
    }

    pub(crate) async fn store(&self) -> Result<RedisStore, StoreError> {
        RedisStore::connect(&self.url()).await
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub(crate) fn signal(&self, signal: &str) {
        let process = self.process.id().to_string();
        let status = Command::new("kill").args([signal, &process]).status();
        assert!(status.unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port()
}

/// A folder that goes with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("elicit-{}-{count}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
