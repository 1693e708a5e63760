//! Whose measurement an imported run is.

use crate::load::LoadPass;
use plimsoll_run::{ImportedMeasurement, MeasurementSource};
use plimsoll_telemetry::{Format, FormatContent};

/// Who measured what was imported, and to which times.
pub fn measured_by(load: &LoadPass) -> ImportedMeasurement {
    let (mut tools, mut resolutions) = (Vec::<String>::new(), Vec::new());
    let mut of_servers = false;
    for input in load.inputs.values().filter(|input| input.requests > 0) {
        let content = Format::named(&input.format).map(|format| format.content);
        let (tool, resolution) = match content {
            Ok(FormatContent::Requests { tool, resolution }) => (tool, Some(resolution)),
            Ok(FormatContent::Statistics { tool }) => (tool, None),
            Ok(FormatContent::ServerRequests | FormatContent::Telemetry) | Err(_) => {
                of_servers = true;
                continue;
            }
        };
        if !tools.iter().any(|known| known == tool) {
            tools.push(tool.to_owned());
        }
        resolutions.push(resolution);
    }
    let alike = resolutions.windows(2).all(|pair| pair[0] == pair[1]);
    let source = match (tools.is_empty(), of_servers) {
        (false, _) => MeasurementSource::LoadGenerator,
        (true, true) => MeasurementSource::ServerLogs,
        (true, false) => {
            tools.extend(load.printed_by.map(str::to_owned));
            MeasurementSource::Table
        }
    };
    let resolution = resolutions.first().copied().flatten().filter(|_| alike);
    ImportedMeasurement { source, tools, resolution }
}
