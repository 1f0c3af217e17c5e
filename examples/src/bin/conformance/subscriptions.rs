//! Who wants to hear of changes.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
};

use rmcp::service::{SubscriptionContext, SubscriptionSink};
use tokio::sync::Mutex;

#[derive(Default)]
pub(crate) struct Subscriptions {
    sinks: Mutex<HashMap<u64, SubscriptionSink>>,
    next: AtomicU64,
}

impl Subscriptions {
    pub(crate) async fn listen(&self, context: &SubscriptionContext) {
        let key = self.next.fetch_add(1, Ordering::Relaxed);
        self.sinks.lock().await.insert(key, context.sink().clone());
        context.cancelled().await;
        self.sinks.lock().await.remove(&key);
    }

    pub(crate) async fn tools_changed(&self) {
        for sink in self.sinks.lock().await.values() {
            // Whoever has not asked for it does not get it.
            let _ = sink.notify_tool_list_changed().await;
        }
    }

    pub(crate) async fn prompts_changed(&self) {
        for sink in self.sinks.lock().await.values() {
            let _ = sink.notify_prompt_list_changed().await;
        }
    }
}
