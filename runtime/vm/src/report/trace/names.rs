//! The program's names for the numbers in a trace: functions, lines, channels, locks.

use super::event::{GoroutineFacts, TraceFacts};
use crate::image::Image;
use crate::image::lines::{LIBRARY_PREFIX, TraceFrame, code_number, position, push_frames};
use hashbrown::HashMap;
use minigo_bytecode::ops::Op;
use std::sync::Arc;

/// The names of a program.
pub(crate) struct Names<'a> {
    image: &'a Image,
    /// The names of the objects that goroutines wait for, by the place of the wait.
    awaited_names: HashMap<u32, Arc<str>>,
}

/// The instruction at a goroutine event's location, if the location is an instruction.
pub(crate) fn pc_of(image: &Image, location: u32) -> Option<*const Op> {
    let first = image.code.first_instruction();
    let pc = first.wrapping_add(location.wrapping_sub(code_number(first)) as usize);
    (location != 0 && image.has_pc(pc as u64)).then_some(pc)
}

impl<'a> Names<'a> {
    pub(crate) fn new(image: &'a Image, waits: HashMap<u32, Arc<str>>) -> Self {
        Self { image, awaited_names: waits }
    }

    /// The instruction at a location, if the location is an instruction.
    fn pc(&self, location: u32) -> Option<*const Op> {
        pc_of(self.image, location)
    }

    /// The file and line of a location: those of the user's function that is inlined at the location, if there is one.
    pub(crate) fn position(&self, location: u32) -> Option<(&'a str, u32)> {
        let pc = self.pc(location)?;
        let mut frames = Vec::new();
        push_frames(self.image, pc, &mut frames);
        let mut places = frames.iter().map(|frame| position(self.image, *frame));
        let users = places.find(|(file, _)| !file.starts_with(LIBRARY_PREFIX));
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

    /// The function that a goroutine runs; for a library function, the user's function where the goroutine stopped
    /// first. The main goroutine runs the program's entry, which is named `main.main`.
    pub(crate) fn function_name(&self, known: GoroutineFacts) -> Option<&'a str> {
        let func = self.pc(known.first_function).map(|pc| self.image.func_at(pc));
        if func == Some(self.image.program.entry) {
            return self.func(known.first_function);
        }
        let is_users =
            |location| self.position(location).is_some_and(|p| !p.0.starts_with(LIBRARY_PREFIX));
        if !is_users(known.first_function) && is_users(known.first_slice_end) {
            return self.func(known.first_slice_end);
        }
        self.func(known.first_function)
    }

    /// A goroutine's name: `G7 main.worker`.
    pub(crate) fn goroutine(&self, known: GoroutineFacts) -> String {
        match self.function_name(known) {
            Some(func) => format!("G{} {func}", known.id),
            None => format!("G{}", known.id),
        }
    }

    /// The program's name of an object; `channel 3` if it has none.
    pub(crate) fn object_name(&self, facts: &TraceFacts, number: u32) -> Option<String> {
        let object = facts.objects.get((number as usize).checked_sub(1)?)?;
        let name = self.awaited_name(object.first_wait);
        Some(match (name, object.channel) {
            (Some(name), _) => name.to_owned(),
            (None, 0) => "a lock".to_owned(),
            (None, channel) => format!("channel {channel}"),
        })
    }

    /// The facts known of an object besides its name.
    pub(crate) fn object_description(&self, facts: &TraceFacts, number: u32) -> Option<String> {
        let object = facts.objects.get((number as usize).checked_sub(1)?)?;
        let made = self.line(object.made_at);
        match (object.channel, made) {
            (0, _) => None,
            (channel, Some(made)) => Some(format!("channel {channel} made at {made}")),
            (channel, None) => Some(format!("channel {channel}")),
        }
    }

    /// The name of the object that goroutines wait for at a place.
    pub(crate) fn awaited_name(&self, location: u32) -> Option<&str> {
        self.awaited_names.get(&location).map(|name| &**name).filter(|name| !name.is_empty())
    }
}
