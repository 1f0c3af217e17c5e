//! An event store whose ids are easy to guess.

use std::sync::Mutex;

use rmcp::transport::streamable_http_server::session::{
    EventId, EventStore, EventStoreError, EventStream, ServerSseMessage,
};

/// The events of all streams, in the order in which they were sent.
#[derive(Default)]
pub(crate) struct EventLog(Mutex<Vec<(String, ServerSseMessage)>>);

#[async_trait::async_trait]
impl EventStore for EventLog {
    async fn store_event(
        &self,
        stream: &str,
        event: &ServerSseMessage,
    ) -> Result<EventId, EventStoreError> {
        let mut events = self.0.lock().unwrap();
        let id = format!("event-{}", events.len());
        let mut event = event.clone();
        event.event_id = Some(id.clone());
        events.push((stream.to_owned(), event));
        Ok(id)
    }

    async fn replay_events_after(&self, last: &str) -> Result<EventStream, EventStoreError> {
        let events = self.0.lock().unwrap();
        let is_last = |(_, event): &(_, ServerSseMessage)| event.event_id.as_deref() == Some(last);
        let last = events.iter().position(is_last).ok_or("no such event")?;
        let of = &events[last].0;
        let after = events[last + 1..].iter();
        let after = after.filter(|(stream, _)| stream == of);
        let after: Vec<_> = after.map(|(_, event)| event.clone()).collect();
        Ok(Box::pin(tokio_stream::iter(after)))
    }
}
