//! Pages on this computer: a listener on the loopback interface, while a question is open.

use std::{
    collections::HashMap,
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    thread,
    time::{Duration, Instant},
};

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpListener as AsyncListener, TcpStream},
    runtime::{Builder, Runtime},
    time::{sleep, timeout},
};

use super::{guard::Guard, service::Server, site::Site, ticket::Ticket};

/// How often it looks whether a question is still open.
const TICK: Duration = Duration::from_millis(500);

/// How long it stays after the last question, for the page that says that all is done.
const LINGER: Duration = Duration::from_secs(5);

/// How long one connection may take.
const LONGEST_CONNECTION: Duration = Duration::from_secs(30);

/// How many connections there may be at once.
const CONNECTIONS: usize = 64;

/// The listener, from the first question to the last.
#[derive(Default)]
pub(super) struct Listener(Mutex<Option<Running>>);

struct Running {
    address: SocketAddr,
    /// The pages, and until when each is open.
    open: HashMap<Ticket, Instant>,
    /// Since when none is open.
    idle: Option<Instant>,
}

impl Listener {
    /// Serves the page with this ticket for this time. Returns the address to ask for.
    pub(super) fn serve(
        self: &Arc<Self>,
        site: &Site,
        ticket: &Ticket,
        lives: Duration,
    ) -> io::Result<SocketAddr> {
        let mut running = self.running();
        let running = match &mut *running {
            Some(running) => running,
            none => none.insert(self.start(site)?),
        };
        let now = Instant::now();
        // A time that the clock cannot tell is as good as never.
        let until = now
            .checked_add(lives)
            .unwrap_or(now + Duration::from_secs(86_400));
        running.open.insert(ticket.clone(), until);
        running.idle = None;
        Ok(running.address)
    }

    /// Nobody waits for the page any more.
    pub(super) fn forget(&self, ticket: &Ticket) {
        if let Some(running) = &mut *self.running() {
            running.open.remove(ticket);
        }
    }

    /// The executor of the server may do no input and output, and need not be Tokio's. So there is
    /// a thread with one of its own.
    fn start(self: &Arc<Self>, site: &Site) -> io::Result<Running> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()?;
        let guard = Guard::Browser {
            host: address.to_string(),
        };
        let listener = {
            let _context = runtime.enter();
            AsyncListener::from_std(listener)?
        };
        let server = Arc::new(Server::new(site.clone(), guard));
        let this = Arc::downgrade(self);
        let serve = move || run(&runtime, &listener, &server, &this);
        thread::Builder::new()
            .name("elicit pages".to_owned())
            .spawn(serve)?;
        Ok(Running {
            address,
            open: HashMap::new(),
            idle: None,
        })
    }

    /// Whether there is nothing to serve any more. Then another question starts anew.
    fn is_over(&self) -> bool {
        let now = Instant::now();
        let mut running = self.running();
        let is_over = running.as_mut().is_none_or(|running| {
            running.open.retain(|_, until| *until > now);
            let idle = running.open.is_empty().then(|| running.idle.unwrap_or(now));
            running.idle = idle;
            idle.is_some_and(|idle| now - idle > LINGER)
        });
        if is_over {
            *running = None;
        }
        is_over
    }

    /// A panic elsewhere leaves nothing half done in here.
    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run(runtime: &Runtime, listener: &AsyncListener, server: &Arc<Server>, owner: &Weak<Listener>) {
    runtime.block_on(async {
        let connections = Arc::new(());
        // The server may end while a page is open.
        while owner.upgrade().is_some_and(|owner| !owner.is_over()) {
            match timeout(TICK, listener.accept()).await {
                Ok(Ok((stream, _))) if Arc::strong_count(&connections) <= CONNECTIONS => {
                    let server = Arc::clone(server);
                    let counted = Arc::clone(&connections);
                    tokio::spawn(async move {
                        let _ = timeout(LONGEST_CONNECTION, connection(stream, &server)).await;
                        drop(counted);
                    });
                }
                Ok(Ok(_)) | Err(_) => {}
                // Such as too many open files.
                Ok(Err(_)) => sleep(TICK).await,
            }
        }
    });
}

async fn connection(stream: TcpStream, server: &Arc<Server>) {
    let service = service_fn(|request| {
        let server = Arc::clone(server);
        async move { Ok::<_, Infallible>(server.respond(request).await) }
    });
    let connection = http1::Builder::new()
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    // A browser that goes away is no news.
    let _ = connection.await;
}
