//! So many connections at once, none that is idle for long, and always room for one more.

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{Instant, Sleep};

/// Most connections at once; a browser opens six.
const MOST: usize = 512;
/// How long the head of a request may take, from the connection's start or its last answer.
const HEAD: Duration = Duration::from_secs(5);
/// The longest head that is read.
const LONGEST_HEAD: usize = 1 << 15;
/// How long nothing may be heard of a connection nor told to it. An answer takes less, and a page
/// that follows work is told something more often.
const IDLE: Duration = Duration::from_secs(35);
/// How long answers that are on their way are waited for at the end.
const FAREWELL: Duration = Duration::from_secs(2);

/// Answers whoever connects, until `stop` is done; it is over once answers that are on their way
/// have arrived, unless somebody does not take his.
pub(crate) async fn answer(
    mut listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
) {
    let mut stop = std::pin::pin!(stop);
    let mut open: VecDeque<AbortHandle> = VecDeque::new();
    let graceful = GracefulShutdown::new();
    loop {
        let (stream, _) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            () = &mut stop => break,
        };
        if open.len() >= MOST {
            open.retain(|connection| !connection.is_finished());
        }
        // Whoever only holds a place is older than whoever has just asked something.
        if open.len() >= MOST
            && let Some(oldest) = open.pop_front()
        {
            oldest.abort();
        }
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(
                TokioIo::new(Connection::new(stream)),
                TowerToHyperService::new(router.clone()),
            );
        // That somebody went away, or was too slow, is nobody's fault here.
        let answering = graceful.watch(connection);
        let answering = tokio::spawn(async move { drop(answering.await) });
        open.push_back(answering.abort_handle());
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// A connection that ends when nothing comes of it for too long.
struct Connection {
    stream: TcpStream,
    idle: Pin<Box<Sleep>>,
}

impl Connection {
    fn new(stream: TcpStream) -> Connection {
        Connection { stream, idle: Box::pin(tokio::time::sleep(IDLE)) }
    }

    fn stream(self: Pin<&mut Self>) -> Pin<&mut TcpStream> {
        Pin::new(&mut self.get_mut().stream)
    }

    /// Does something with the stream; an error if nothing has come of anything for too long.
    fn try_to<T>(
        &mut self,
        context: &mut Context<'_>,
        act: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        match act(Pin::new(&mut self.stream), context) {
            Poll::Ready(done) => {
                self.idle.as_mut().reset(Instant::now() + IDLE);
                Poll::Ready(done)
            }
            Poll::Pending => {
                self.idle.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.get_mut().try_to(context, |stream, context| stream.poll_read(context, buffer))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.get_mut().try_to(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.get_mut()
            .try_to(context, |stream, context| stream.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(context)
    }
}
