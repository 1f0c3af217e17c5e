//! A listener on the loopback interface, while a question is open.

use std::{
    collections::HashMap,
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener as AsyncListener, TcpStream},
    runtime::Builder,
    task::AbortHandle,
    time::{sleep, timeout},
};

use super::{
    executor_thread,
    record::Ticket,
    service::{Server, page_name},
};
use crate::runtime::lock::lock;

/// How often it checks whether a question is still open.
const TICK: Duration = Duration::from_millis(500);

/// How long it stays after the last question, for the page that follows the answer.
const LINGER: Duration = Duration::from_secs(5);

/// How long one connection may take.
const LONGEST_CONNECTION: Duration = Duration::from_secs(30);

/// How long the head of a request may take.
const LONGEST_HEAD: Duration = Duration::from_secs(5);

/// How many connections there may be at once.
const CONNECTIONS: usize = 64;

/// The listener, from the first question to the last.
#[derive(Default)]
pub(super) struct Listener(Mutex<Option<Running>>);

struct Running {
    address: SocketAddr,
    open: HashMap<Ticket, ServedPage>,
    /// What answers requests for other pages, and for the stylesheet.
    newest: Arc<Server>,
    /// Since when no page is open.
    idle: Option<Instant>,
}

struct ServedPage {
    until: Instant,
    server: Arc<Server>,
}

impl Listener {
    /// Serves the page with this ticket for this time, with what `server` makes for the address
    /// to ask for. Returns the address.
    pub(super) fn serve(
        self: &Arc<Self>,
        ticket: &Ticket,
        lives: Duration,
        server: impl FnOnce(SocketAddr) -> Server,
    ) -> io::Result<SocketAddr> {
        let mut running = lock(&self.0);
        let running = match &mut *running {
            Some(running) => {
                if !running.open.contains_key(ticket) {
                    running.newest = Arc::new(server(running.address));
                }
                running
            }
            none => none.insert(self.start(server)?),
        };
        // No page lives for longer than a day.
        let until = Instant::now() + lives;
        let newest = &running.newest;
        let page = running.open.entry(ticket.clone());
        let page = page.or_insert_with(|| ServedPage {
            until,
            server: Arc::clone(newest),
        });
        page.until = until;
        running.idle = None;
        Ok(running.address)
    }

    /// Stops serving the page.
    pub(super) fn forget(&self, ticket: &Ticket) {
        if let Some(running) = &mut *lock(&self.0) {
            running.open.remove(ticket);
        }
    }

    fn start(self: &Arc<Self>, server: impl FnOnce(SocketAddr) -> Server) -> io::Result<Running> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let this = Arc::downgrade(self);
        let begin = || Ok(((), run(AsyncListener::from_std(listener)?, this)));
        executor_thread::start("elicit pages", Builder::enable_all, begin)?;
        Ok(Running {
            address,
            open: HashMap::new(),
            newest: Arc::new(server(address)),
            idle: None,
        })
    }

    /// Whether no page is left. If so, the next question starts another listener.
    fn is_over(&self) -> bool {
        let now = Instant::now();
        let mut running = lock(&self.0);
        let is_over = running.as_mut().is_none_or(|running| {
            running.open.retain(|_, page| page.until > now);
            let idle = running.open.is_empty().then(|| running.idle.unwrap_or(now));
            running.idle = idle;
            idle.is_some_and(|idle| now - idle > LINGER)
        });
        if is_over {
            *running = None;
        }
        is_over
    }

    /// What answers a request for this path.
    fn server(&self, path: &str) -> Option<Arc<Server>> {
        let running = lock(&self.0);
        let running = running.as_ref()?;
        let page = Ticket::parse(page_name(path)).and_then(|ticket| running.open.get(&ticket));
        let server = page.map_or(&running.newest, |page| &page.server);
        Some(Arc::clone(server))
    }
}

/// A connection, while it is open.
struct Connection {
    /// Whether the head of its request has arrived.
    has_head: Arc<AtomicBool>,
    task: AbortHandle,
}

async fn run(listener: AsyncListener, owner: Weak<Listener>) {
    let mut connections = Vec::new();
    // The server may end while a page is open.
    while owner.upgrade().is_some_and(|owner| !owner.is_over()) {
        match timeout(TICK, listener.accept()).await {
            Ok(Ok((stream, _))) if has_room(&mut connections) => {
                let has_head = Arc::<AtomicBool>::default();
                let owner = Weak::clone(&owner);
                let serving = serve_connection(stream, owner, Arc::clone(&has_head));
                let task = tokio::spawn(timeout(LONGEST_CONNECTION, serving)).abort_handle();
                connections.push(Connection { has_head, task });
            }
            Ok(Ok(_)) | Err(_) => {}
            // Such as too many open files.
            Ok(Err(_)) => sleep(TICK).await,
        }
    }
}

/// Whether there may be another connection. For it, the oldest ends that has sent no head.
fn has_room(connections: &mut Vec<Connection>) -> bool {
    connections.retain(|connection| !connection.task.is_finished());
    if connections.len() < CONNECTIONS {
        return true;
    }
    let mut heads = connections.iter().map(|connection| &connection.has_head);
    let oldest = heads.position(|has_head| !has_head.load(Ordering::Relaxed));
    oldest.is_some_and(|oldest| {
        connections.remove(oldest).task.abort();
        true
    })
}

async fn serve_connection(stream: TcpStream, owner: Weak<Listener>, has_head: Arc<AtomicBool>) {
    let service = service_fn(|request: Request<Incoming>| {
        has_head.store(true, Ordering::Relaxed);
        let path = request.uri().path();
        let server = owner.upgrade().and_then(|owner| owner.server(path));
        async move {
            // The server has ended since.
            let server = server.ok_or(io::ErrorKind::NotConnected)?;
            Ok::<_, io::Error>(server.respond(request).await)
        }
    });
    let connection = http1::Builder::new()
        .keep_alive(false)
        .timer(TokioTimer::new())
        .header_read_timeout(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    // A browser may go away at any time.
    let _ = connection.await;
}
