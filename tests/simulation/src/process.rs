//! The processes of the server, which begin anew at any time.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use elicit_core::{
    Elicitation, Keys,
    pages::{Pages, PagesService},
};
use rmcp::task_manager::TaskManager;

use crate::{
    handler::{Account, BASE},
    sim::Sim,
    store::SimStore,
};

/// A process of the server.
#[derive(Clone)]
pub(crate) struct Process {
    pub(crate) elicitation: Elicitation,
    /// The same, with pages that the server opens itself.
    pub(crate) local: Elicitation,
    pub(crate) pages: PagesService,
    pub(crate) tasks: Arc<TaskManager>,
    pub(crate) store: SimStore,
}

impl Sim {
    /// Starts all processes.
    pub(crate) fn start(&self) {
        let shared = SimStore::new(self, self.world.server.is_shared);
        for _ in 0..self.world.server.processes {
            let process = self.process(&shared);
            self.facts().processes.push(process);
        }
    }

    /// A process that has just started.
    fn process(&self, shared: &SimStore) -> Process {
        let server = &self.world.server;
        let (keys, store) = if server.is_shared {
            (Keys::new([[7; 32]]).unwrap(), shared.clone())
        } else {
            (Keys::random(), SimStore::new(self, false))
        };
        let begun = self.begun;
        let pages = Pages::at(BASE, |parts| {
            let visitor = parts.headers.get("visitor")?;
            visitor.to_str().ok().map(str::to_owned)
        });
        let pages = pages.form::<Account>();
        let mut elicitation = Elicitation::with_keys(keys)
            .store(store.clone())
            .pages(pages.clone())
            .rate_limit(None)
            .expiry(Duration::from_secs(server.expiry))
            .timeout(Duration::from_secs(server.timeout))
            .rounds(server.rounds)
            .attempts(server.attempts)
            .keep_alive(server.keep_alive.then_some(Duration::from_secs(10)))
            .clock(move || SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 30) + begun.elapsed());
        if server.takes_unasked {
            elicitation = elicitation.accept_unsolicited_answers(true);
        }
        if server.once {
            elicitation = elicitation.once();
        }
        Process {
            pages: pages.service(&elicitation).unwrap(),
            local: elicitation.clone().pages(Pages::local().open_browser()),
            elicitation,
            tasks: Arc::default(),
            store,
        }
    }

    /// A process ends and starts again.
    pub(crate) fn restart(&self, place: usize) {
        let place = place % self.world.server.processes;
        self.tell(|| format!("process {place} restarts"));
        let mut facts = self.facts();
        let of_it = facts
            .of_processes
            .extract_if(.., |(process, _)| *process == place);
        of_it.for_each(|(_, task)| task.abort());
        let shared = facts.processes[0].store.clone();
        drop(facts);
        let process = self.process(&shared);
        let before = std::mem::replace(&mut self.facts().processes[place], process);
        before.tasks.shutdown();
    }

    /// The process that gets the next request of a call. Only what is shared can be anywhere.
    pub(crate) fn balance(&self, call: usize) -> usize {
        let server = &self.world.server;
        if server.is_shared {
            self.facts().balance.below(server.processes)
        } else {
            call % server.processes
        }
    }

    pub(crate) fn process_at(&self, place: usize) -> Process {
        self.facts().processes[place].clone()
    }
}
