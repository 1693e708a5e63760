//! The program: its command line, its studies, its formats, itself beside JMeter, and the rules of the house.

mod circles;
mod command_line;
mod comparing;
mod converting;
mod corpora;
mod differential;
mod docs;
mod editors;
mod experiment;
mod exporting;
mod fleet;
mod formats;
mod generators;
mod glossary;
mod instrument;
mod jmeter;
mod jmeter_home;
mod labs;
mod layers;
mod nginx;
mod program;
mod promises;
mod recording;
mod serve;
mod watch;
mod wide_types;
