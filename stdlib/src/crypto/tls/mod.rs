//! Natives of crypto/tls. rustls implements the protocol and receives bytes; sockets stay in Go, so that goroutines
//! park while they wait.
//!
//! During a handshake, rustls asks questions: it asks whether a certificate chain is trusted, for a signature, and so
//! on. Go's side answers the questions, but natives never call Go. Each step of a handshake therefore runs on a thread
//! of its own, which waits for the answers; `feed` and `answer` return when the thread asks or has ended. After the
//! handshake rustls asks nothing, and no thread is needed.

mod config;
mod ech;
mod engine;
mod hybrid;
mod questions_to_go;
mod quic;
mod sessions;

use engine::{Engine, Event};
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx, Outcome};
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::PrivateKeyDer;
use sessions::Session;
use std::sync::Arc;

type Bytes = GoSlice<u8>;

/// The result of a step of a connection: the event's kind and its bytes. The Go package describes the kinds and
/// their bytes.
type EngineEvent = (i64, Bytes);

fn to_engine_event(cx: &mut NativeCx, event: Event) -> EngineEvent {
    let (kind, bytes) = event.into_parts();
    (kind, cx.bytes(&bytes))
}

/// Waits, without a P, for the next question or the end of the engine's thread.
fn await_event(engine: Arc<Engine>) -> Outcome<EngineEvent> {
    Outcome::block(
        move || engine.next_event(),
        |cx, event| Outcome::Return(to_engine_event(cx, event)),
    )
}

fn run_engine_step(
    cx: &mut NativeCx,
    number: u64,
    with: impl FnOnce(&Arc<Engine>) -> Option<Event>,
) -> Outcome<EngineEvent> {
    let Some(engine) = cx.kept_object::<Engine>(number) else {
        return Outcome::Return((engine::EVENT_FAILED, GoSlice::nil()));
    };
    match with(&engine) {
        Some(event) => Outcome::Return(to_engine_event(cx, event)),
        None => await_event(engine),
    }
}

fn begin_client(cx: &mut NativeCx, settings: Bytes, session: u64, of_quic: bool) -> (u64, GoStr) {
    match Engine::client(&settings, cx.kept_object::<Session>(session), of_quic) {
        Ok(engine) => (cx.keep_object(Arc::new(engine)), cx.string(b"")),
        Err(text) => (0, cx.string(text.to_string().as_bytes())),
    }
}

fn with_engine<R>(cx: &NativeCx, number: u64, job: impl FnOnce(&Engine) -> Option<R>) -> Option<R> {
    job(&*cx.kept_object::<Engine>(number)?)
}

fn bytes_from_engine_job(
    cx: &mut NativeCx,
    number: u64,
    job: impl FnOnce(&Engine) -> Option<Vec<u8>>,
) -> Bytes {
    let bytes = with_engine(cx, number, job);
    bytes.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes))
}

/// Returns a session that was received, as a number, and its facts.
fn take_session(cx: &mut NativeCx, number: u64) -> (u64, Bytes) {
    match with_engine(cx, number, Engine::take_session) {
        Some((session, facts)) => (cx.keep_object(session), cx.bytes(&facts)),
        None => (0, GoSlice::nil()),
    }
}

fn sign_rsa(key: Bytes, scheme: u16, message: Bytes) -> Outcome<Bytes> {
    let key = PrivateKeyDer::Pkcs1(key.to_vec().into());
    let message = message.to_vec();
    let sign = move || {
        let key = any_supported_type(&key).ok()?;
        key.choose_scheme(&[scheme.into()])?.sign(&message).ok()
    };
    Outcome::block(sign, |cx, signature: Option<Vec<u8>>| {
        Outcome::Return(signature.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes)))
    })
}

/// Returns the natives of package crypto/tls, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("newClient", begin_client),
        Native::constant_time("newServer", |cx: &mut NativeCx| {
            cx.keep_object(Arc::new(Engine::server()))
        }),
        Native::constant_time("release", |cx: &mut NativeCx, number: u64| {
            cx.release_object(number);
        }),
        Native::constant_time("feed", |cx: &mut NativeCx, number: u64, data: Bytes| {
            run_engine_step(cx, number, |engine| engine.feed_bytes(data.to_vec()))
        }),
        Native::constant_time("accept", |cx: &mut NativeCx, number: u64, settings: Bytes| {
            run_engine_step(cx, number, |engine| engine.accept(&settings))
        }),
        Native::constant_time(
            "acceptQUIC",
            |cx: &mut NativeCx, number: u64, settings: Bytes, hello: Bytes| {
                run_engine_step(cx, number, |engine| engine.accept_quic(&settings, hello.to_vec()))
            },
        ),
        Native::constant_time("takeSecrets", |cx: &mut NativeCx, number: u64| {
            bytes_from_engine_job(cx, number, |engine| Some(engine.take_secrets()))
        }),
        Native::constant_time("takeSession", take_session),
        Native::constant_time("takeTicket", |cx: &mut NativeCx, number: u64| {
            bytes_from_engine_job(cx, number, Engine::take_ticket)
        }),
        Native::constant_time(
            "answer",
            |cx: &mut NativeCx, number: u64, ok: bool, bytes: Bytes| {
                run_engine_step(cx, number, |engine| engine.pass_answer(ok, bytes.to_vec()))
            },
        ),
        Native::constant_time("takeOut", |cx: &mut NativeCx, number: u64| {
            bytes_from_engine_job(cx, number, |engine| engine.take_output())
        }),
        Native::constant_time("seal", |cx: &mut NativeCx, number: u64, data: Bytes| {
            bytes_from_engine_job(cx, number, |engine| engine.seal(&data))
        }),
        Native::constant_time("readPlain", |cx: &mut NativeCx, number: u64, to: Bytes| {
            with_engine(cx, number, |engine| to.edit_elements(|to| engine.read(to))).unwrap_or(-1)
        }),
        Native::constant_time("sayGoodbye", |cx: &mut NativeCx, number: u64| {
            bytes_from_engine_job(cx, number, |engine| engine.close_notify())
        }),
        Native::constant_time("facts", |cx: &mut NativeCx, number: u64| {
            bytes_from_engine_job(cx, number, |engine| engine.connection_facts())
        }),
        Native::constant_time("signRSA", sign_rsa),
        Native::constant_time(
            "export",
            |cx: &mut NativeCx, number: u64, label: GoStr, context: Bytes, has: bool, len: i64| {
                let context = has.then(|| context.to_vec());
                bytes_from_engine_job(cx, number, |engine| {
                    engine.export_key(&label, context.as_deref(), len)
                })
            },
        ),
    ]
}
