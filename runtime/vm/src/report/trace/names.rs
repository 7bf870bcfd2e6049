//! What the numbers of a trace are called in the program: functions, lines, channels, locks.

use super::event::{About, Known};
use crate::image::Image;
use crate::image::lines::{LIBRARY, TraceFrame, code_number, position, push_frames};
use hashbrown::HashMap;
use minigo_bytecode::ops::Op;
use std::sync::Arc;

/// The names of a program.
pub(crate) struct Names<'a> {
    image: &'a Image,
    /// What is waited for, by the place of the wait.
    waits: HashMap<u32, Arc<str>>,
}

/// The instruction of a location that a goroutine says of itself, if it is one.
pub(crate) fn pc_of(image: &Image, location: u32) -> Option<*const Op> {
    let first = image.code.begin();
    let pc = first.wrapping_add(location.wrapping_sub(code_number(first)) as usize);
    (location != 0 && image.has_pc(pc as u64)).then_some(pc)
}

impl<'a> Names<'a> {
    pub(crate) fn new(image: &'a Image, waits: HashMap<u32, Arc<str>>) -> Self {
        Self { image, waits }
    }

    /// The instruction of a location, if it is one.
    fn pc(&self, location: u32) -> Option<*const Op> {
        pc_of(self.image, location)
    }

    /// File and line: of the function inlined there that is the user's, if one is.
    pub(crate) fn position(&self, location: u32) -> Option<(&'a str, u32)> {
        let pc = self.pc(location)?;
        let mut frames = Vec::new();
        push_frames(self.image, pc, &mut frames);
        let mut places = frames.iter().map(|frame| position(self.image, *frame));
        let users = places.find(|(file, _)| !file.starts_with(LIBRARY));
        Some(users.unwrap_or_else(|| position(self.image, TraceFrame::innermost(self.image, pc))))
    }

    pub(crate) fn line(&self, location: u32) -> Option<String> {
        self.position(location).map(|(file, line)| format!("{file}:{line}"))
    }

    pub(crate) fn func(&self, location: u32) -> Option<&'a str> {
        let func = self.image.func_at(self.pc(location)?);
        if func == self.image.program.entry {
            return Some("main.main");
        }
        Some(&self.image.program.funcs[func.0 as usize].name)
    }

    /// What a goroutine runs: if that is the library's, the user's function where it stopped first.
    pub(crate) fn runs(&self, known: Known) -> Option<&'a str> {
        let is_users =
            |location| self.position(location).is_some_and(|p| !p.0.starts_with(LIBRARY));
        if !is_users(known.runs) && is_users(known.stopped) {
            return self.func(known.stopped);
        }
        self.func(known.runs)
    }

    /// `G7 main.worker`
    pub(crate) fn goroutine(&self, known: Known) -> String {
        match self.runs(known) {
            Some(func) => format!("G{} {func}", known.id),
            None => format!("G{}", known.id),
        }
    }

    /// What the program calls an object; `channel 3` if it has no name there.
    pub(crate) fn object(&self, about: &About, number: u32) -> Option<String> {
        let object = about.objects.get((number as usize).checked_sub(1)?)?;
        let name = self.wait(object.seen);
        Some(match (name, object.channel) {
            (Some(name), _) => name.to_owned(),
            (None, 0) => "a lock".to_owned(),
            (None, channel) => format!("channel {channel}"),
        })
    }

    /// What is known of an object beside its name.
    pub(crate) fn about_object(&self, about: &About, number: u32) -> Option<String> {
        let object = about.objects.get((number as usize).checked_sub(1)?)?;
        let made = self.line(object.made);
        match (object.channel, made) {
            (0, _) => None,
            (channel, Some(made)) => Some(format!("channel {channel} made at {made}")),
            (channel, None) => Some(format!("channel {channel}")),
        }
    }

    /// What is waited for at a place.
    pub(crate) fn wait(&self, location: u32) -> Option<&str> {
        self.waits.get(&location).map(|name| &**name).filter(|name| !name.is_empty())
    }
}
