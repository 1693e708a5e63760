//! Steps that give samples: one list for each kind of them, and how each gets there.

use super::compiled::Compiled;
use super::compiler::Compiler;
use super::instruction::{Instruction, Sampler};
use super::request::{CompiledRequest, Opens};
use super::slots::Text;
use crate::labels::Label;
use plimsoll_plan::plan::{
    ChannelProtocol, ChannelStep, LocalSample, MqttAction, MqttStep, OpenChannel, Pause, Request, SqlStep,
    Step, TcpStep,
};

/// The steps that give samples, by kind.
#[derive(Clone, Debug, Default)]
pub struct Samplers {
    pub requests: Vec<CompiledRequest>,
    pub channel_steps: Vec<ChannelStep<Compiled>>,
    pub sql_steps: Vec<SqlStep<Compiled>>,
    pub tcp_steps: Vec<TcpStep<Compiled>>,
    pub mqtt_steps: Vec<MqttStep<Compiled>>,
    pub local_samples: Vec<LocalSample<Compiled>>,
}

impl Samplers {
    /// What its samples are counted under.
    pub fn label_of(&self, sampler: Sampler) -> Option<&Label> {
        match sampler {
            Sampler::Request(number) => self.requests.get(number as usize).map(|step| &step.label),
            Sampler::Channel(number) => self.channel_steps.get(number as usize).map(|step| &step.label),
            Sampler::Sql(number) => self.sql_steps.get(number as usize)?.label.as_ref(),
            Sampler::Tcp(number) => self.tcp_steps.get(number as usize).map(|step| &step.label),
            Sampler::Mqtt(number) => self.mqtt_steps.get(number as usize).map(|step| &step.label),
            Sampler::Local(number) => self.local_samples.get(number as usize).map(|step| &step.label),
        }
    }

    /// The hosts that are connected to, but for those of databases; what goes through a proxy is looked up by that.
    pub fn hosts(&self) -> impl Iterator<Item = &Text> {
        let of_requests = self
            .requests
            .iter()
            .map(|request| request.way.as_ref().map_or(&request.host, |proxy| &proxy.host));
        let of_brokers = self.mqtt_steps.iter().filter_map(|step| match &step.action {
            MqttAction::Connect(connect) => Some(&connect.host),
            _ => None,
        });
        of_requests.chain(self.tcp_steps.iter().map(|step| &step.host)).chain(of_brokers)
    }
}

impl Compiler<'_> {
    pub(super) fn sampler(&mut self, step: &Step) {
        match step {
            Step::Request(request) => self.request(request),
            Step::OpenChannel(open) => self.open_channel(open),
            Step::Channel(step) => self.channel_step(step),
            Step::Sql(step) => self.sql_step(step),
            Step::Tcp(step) => self.tcp_step(step),
            Step::Mqtt(step) => self.mqtt_step(step),
            Step::Local(sample) => self.local_sample(sample),
            // No other step gives a sample (`Step::sample`).
            _ => {}
        }
    }

    fn request(&mut self, written: &Request) {
        let mut request = written.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut request.think));
        let compiled = self.compiled_request(written, request);
        self.emit_request(compiled);
    }

    fn emit_request(&mut self, request: CompiledRequest) {
        self.program.samplers.requests.push(request);
        self.emit(Instruction::Sample(Sampler::Request(self.program.samplers.requests.len() as u32 - 1)));
    }

    /// The handshake is a request like others.
    fn open_channel(&mut self, written: &OpenChannel) {
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

    fn channel_step(&mut self, step: &ChannelStep) {
        let mut step = step.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut step.think));
        self.program.samplers.channel_steps.push(step);
        self.emit(Instruction::Sample(Sampler::Channel(
            self.program.samplers.channel_steps.len() as u32 - 1,
        )));
    }

    fn sql_step(&mut self, step: &SqlStep) {
        let mut step = step.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut step.think));
        let is_counted = step.label.is_some();
        self.program.samplers.sql_steps.push(step);
        let sampler = Sampler::Sql(self.program.samplers.sql_steps.len() as u32 - 1);
        self.emit(if is_counted { Instruction::Sample(sampler) } else { Instruction::Uncounted(sampler) });
    }

    fn tcp_step(&mut self, step: &TcpStep) {
        let mut step = step.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut step.think));
        self.program.samplers.tcp_steps.push(step);
        self.emit(Instruction::Sample(Sampler::Tcp(self.program.samplers.tcp_steps.len() as u32 - 1)));
    }

    fn mqtt_step(&mut self, step: &MqttStep) {
        let mut step = step.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut step.think));
        self.program.samplers.mqtt_steps.push(step);
        self.emit(Instruction::Sample(Sampler::Mqtt(self.program.samplers.mqtt_steps.len() as u32 - 1)));
    }

    fn local_sample(&mut self, sample: &LocalSample) {
        let mut sample = sample.map_texts(&mut self.texts());
        self.pauses(std::mem::take(&mut sample.think));
        self.program.samplers.local_samples.push(sample);
        self.emit(Instruction::Sample(Sampler::Local(self.program.samplers.local_samples.len() as u32 - 1)));
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
