//! The way from a table to a client. A message is written at once, by the table itself: waking the client's task for it
//! would take longer. What the connection does not take waits, bounded in messages and in bytes, for that task.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker, ready};

use axum::extract::ws::Utf8Bytes;
use futures_util::{Sink, SinkExt};

use super::Frame;

/// Why a message was not put into an outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSent {
    /// Too much waits already.
    Full,
    /// The client is gone.
    Gone,
}

/// The end of the table. Without it the client is let go, once all that waits is written.
pub struct Outbox(Arc<dyn Line>);

/// The end of the client.
pub struct Inbox<O>(Arc<Shared<O>>);

/// What the client's task has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// To write what waits.
    Write,
    /// To end: the table has let the client go.
    End,
}

struct Shared<O> {
    state: Mutex<State<O>>,
    most_messages: usize,
    most_bytes: usize,
}

struct State<O> {
    /// Where frames are written to; none once the client is gone.
    sink: Option<O>,
    waiting: VecDeque<Utf8Bytes>,
    waiting_bytes: usize,
    /// Whether the connection takes nothing now. Then only the client's task, which is told when it does, asks it.
    blocked: bool,
    /// Whether the table has let the client go.
    closed: bool,
    helper: Option<Waker>,
}

/// A way to a client, whatever it is written to.
trait Line: Send + Sync {
    fn feed(&self, text: Utf8Bytes) -> Result<(), NotSent>;
    fn flush(&self);
    fn close(&self);
}

/// A way with a limit of messages and bytes that wait. A single message may be larger than that.
pub fn outbox<O>(sink: O, most_messages: usize, most_bytes: usize) -> (Outbox, Inbox<O>)
where
    O: Sink<Frame> + Unpin + Send + 'static,
{
    let (waiting, waiting_bytes) = (VecDeque::new(), 0);
    let state =
        State { sink: Some(sink), waiting, waiting_bytes, blocked: false, closed: false, helper: None };
    let shared = Arc::new(Shared { state: Mutex::new(state), most_messages, most_bytes });
    (Outbox(shared.clone()), Inbox(shared))
}

impl Outbox {
    /// Puts a message into it; it is written with the next one that is sent, or flushed.
    pub fn feed(&self, text: Utf8Bytes) -> Result<(), NotSent> {
        self.0.feed(text)
    }

    /// Writes a message and all before it.
    pub fn send(&self, text: Utf8Bytes) -> Result<(), NotSent> {
        let fed = self.feed(text);
        self.0.flush();
        fed
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A client's task that fails takes the connection with it.
impl<O> Drop for Inbox<O> {
    fn drop(&mut self) {
        let sink = self.0.state().sink.take();
        drop(sink);
    }
}

impl<O> Shared<O> {
    fn state(&self) -> MutexGuard<'_, State<O>> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl<O: Sink<Frame> + Unpin + Send> Line for Shared<O> {
    fn feed(&self, text: Utf8Bytes) -> Result<(), NotSent> {
        let mut state = self.state();
        let State { sink, blocked, .. } = &mut *state;
        let Some(sink) = sink else { return Err(NotSent::Gone) };
        if !*blocked {
            match sink.poll_ready_unpin(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(Ok(())) => {
                    return sink.start_send_unpin(Frame::Text(text)).map_err(|_| NotSent::Gone);
                }
                Poll::Ready(Err(_)) => return Err(NotSent::Gone),
                Poll::Pending => *blocked = true,
            }
        }
        let length = text.len();
        let is_full = state.waiting.len() >= self.most_messages
            || (state.waiting_bytes > 0 && state.waiting_bytes + length > self.most_bytes);
        if is_full {
            return Err(NotSent::Full);
        }
        state.waiting_bytes += length;
        state.waiting.push_back(text);
        Ok(())
    }

    fn flush(&self) {
        let mut state = self.state();
        let State { sink: Some(sink), blocked, .. } = &mut *state else { return };
        // A connection that is lost is noticed by the client's task.
        *blocked = *blocked || sink.poll_flush_unpin(&mut Context::from_waker(Waker::noop())).is_pending();
        if *blocked {
            state.call_helper();
        }
    }

    fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.call_helper();
    }
}

impl<O> State<O> {
    fn call_helper(&mut self) {
        if let Some(helper) = self.helper.take() {
            helper.wake();
        }
    }
}

impl<O: Sink<Frame> + Unpin> Inbox<O> {
    /// Waits until the client's task has something to do.
    pub async fn help(&self) -> Help {
        std::future::poll_fn(|context| {
            let mut state = self.0.state();
            match (state.blocked, state.closed) {
                (true, _) => Poll::Ready(Help::Write),
                (false, true) => Poll::Ready(Help::End),
                (false, false) => {
                    state.helper = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// Writes what waits, and then this.
    pub async fn write(&self, mut last: Option<Frame>) -> Result<(), O::Error> {
        std::future::poll_fn(|context| {
            let mut state = self.0.state();
            let State { sink, waiting, waiting_bytes, blocked, .. } = &mut *state;
            let Some(sink) = sink else { return Poll::Ready(Ok(())) };
            // From here on this task is told when the connection takes more.
            *blocked = true;
            loop {
                ready!(sink.poll_ready_unpin(context))?;
                if let Some(text) = waiting.pop_front() {
                    *waiting_bytes -= text.len();
                    sink.start_send_unpin(Frame::Text(text))?;
                } else if let Some(frame) = last.take() {
                    sink.start_send_unpin(frame)?;
                } else {
                    break;
                }
            }
            ready!(sink.poll_flush_unpin(context))?;
            *blocked = false;
            Poll::Ready(Ok(()))
        })
        .await
    }

    /// Takes the connection away from the table.
    pub fn take(self) -> Option<O> {
        self.0.state().sink.take()
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::FutureExt;

    use super::*;

    /// A connection that takes as many messages as it is told to.
    #[derive(Default)]
    struct Narrow {
        room: Arc<Mutex<usize>>,
        taken: Vec<String>,
    }

    impl Sink<Frame> for Narrow {
        type Error = ();

        fn poll_ready(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), ()>> {
            if *self.room.lock().unwrap() > 0 { Poll::Ready(Ok(())) } else { Poll::Pending }
        }

        fn start_send(mut self: Pin<&mut Self>, frame: Frame) -> Result<(), ()> {
            *self.room.lock().unwrap() -= 1;
            let Frame::Text(text) = frame else { return Err(()) };
            self.taken.push(text.to_string());
            Ok(())
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), ()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), ()>> {
            Poll::Ready(Ok(()))
        }
    }

    /// Lets the client's task write that many messages.
    async fn taken(room: &Mutex<usize>, inbox: &Inbox<Narrow>, messages: usize) {
        *room.lock().unwrap() += messages;
        assert_eq!(inbox.help().await, Help::Write);
        // It waits for room for one more, and then sees that nothing waits.
        let _ = inbox.write(None).now_or_never();
    }

    #[tokio::test]
    async fn an_outbox_is_bounded_in_messages_and_in_bytes() {
        let sink = Narrow::default();
        let room = sink.room.clone();
        let (outbox, inbox) = outbox(sink, 3, 10);
        assert_eq!(outbox.send("a message that is too large".into()), Ok(()), "alone it goes");
        assert_eq!(outbox.send("b".into()), Err(NotSent::Full));
        taken(&room, &inbox, 1).await;
        for text in ["1234", "5678", "9"] {
            assert_eq!(outbox.send(text.into()), Ok(()));
        }
        assert_eq!(outbox.send("".into()), Err(NotSent::Full));
        taken(&room, &inbox, 1).await;
        assert_eq!(outbox.send("123456".into()), Err(NotSent::Full));
        assert_eq!(outbox.send("12345".into()), Ok(()));
        taken(&room, &inbox, 4).await;
        assert_eq!(outbox.send("at once".into()), Ok(()));
        let all = ["a message that is too large", "1234", "5678", "9", "12345", "at once"];
        assert_eq!(inbox.take().map(|sink| sink.taken), Some(all.map(str::to_owned).to_vec()));
        assert_eq!(outbox.send("".into()), Err(NotSent::Gone));
    }

    #[tokio::test]
    async fn a_client_is_let_go_once_all_that_waits_is_written() {
        let sink = Narrow::default();
        let room = sink.room.clone();
        let (outbox, inbox) = outbox(sink, 3, 10);
        assert_eq!(outbox.send("a".into()), Ok(()));
        drop(outbox);
        assert_eq!(inbox.help().await, Help::Write);
        *room.lock().unwrap() = 2;
        assert_eq!(inbox.write(None).await, Ok(()));
        assert_eq!(inbox.help().await, Help::End);
        assert_eq!(inbox.take().map(|sink| sink.taken), Some(vec!["a".to_owned()]));
    }
}
