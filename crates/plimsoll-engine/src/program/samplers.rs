//! Steps that give samples, as instructions.

use super::Compiled;
use super::compile::Compiler;
use super::instruction::Instruction;
use super::request::{CompiledRequest, Opens};
use plimsoll_plan::plan::{
    ChannelProtocol, ChannelStep, LocalSample, OpenChannel, Pause, Request, SqlStep, TcpStep,
};

impl Compiler<'_> {
    pub(super) fn request(&mut self, written: &Request) {
        let mut request = written.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut request.think));
        let compiled = self.compiled_request(written, request);
        self.emit_request(compiled);
    }

    fn emit_request(&mut self, request: CompiledRequest) {
        self.program.requests.push(request);
        self.emit(Instruction::Request(self.program.requests.len() as u32 - 1));
    }

    /// The handshake is a request like others.
    pub(super) fn open_channel(&mut self, written: &OpenChannel) {
        let mut open = written.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut open.request.think));
        let OpenChannel { channel, protocol, messages, pings, .. } = open;
        let is_stream = matches!(protocol, ChannelProtocol::Events);
        let message_bytes_max = usize::try_from(open.message_bytes_max).unwrap_or(usize::MAX);
        let mut request = self.compiled_request(&written.request, open.request);
        request.opens = Some(Box::new(Opens { channel, protocol, message_bytes_max, messages, pings }));
        (request.ready, request.keeps_headers, request.request.cache) = (None, true, None);
        request.keeps_body |= is_stream;
        self.emit_request(request);
    }

    pub(super) fn channel_step(&mut self, step: &ChannelStep) {
        let mut step = step.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut step.think));
        self.program.channel_steps.push(step);
        self.emit(Instruction::Channel(self.program.channel_steps.len() as u32 - 1));
    }

    pub(super) fn sql_step(&mut self, step: &SqlStep) {
        let mut step = step.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut step.think));
        self.program.sql_steps.push(step);
        self.emit(Instruction::Sql(self.program.sql_steps.len() as u32 - 1));
    }

    pub(super) fn tcp_step(&mut self, step: &TcpStep) {
        let mut step = step.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut step.think));
        self.program.tcp_steps.push(step);
        self.emit(Instruction::Tcp(self.program.tcp_steps.len() as u32 - 1));
    }

    pub(super) fn local_sample(&mut self, sample: &LocalSample) {
        let mut sample = sample.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut sample.think));
        self.program.local_samples.push(sample);
        self.emit(Instruction::Local(self.program.local_samples.len() as u32 - 1));
    }

    /// JMeter asks all timers of a request for their delays, and then sleeps for their sum. Without timers
    /// that look at the clock or at others it is the same to pause for one after the other.
    pub(super) fn pauses(&mut self, pauses: Vec<Pause<Compiled>>) {
        let in_sum = pauses.iter().any(|pause| matches!(pause, Pause::Timer(_)));
        for pause in pauses {
            match pause {
                Pause::Timer(timer) => {
                    let register = self.timer_register(timer);
                    self.emit(Instruction::Timer { timer: timer as u32, register });
                }
                pause => {
                    self.emit(if in_sum { Instruction::Delay(pause) } else { Instruction::Pause(pause) });
                }
            }
        }
        if in_sum {
            self.emit(Instruction::Sleep);
        }
    }
}
