//! "Retrieve all embedded resources".

use super::context::{ElementResult, Lowering};
use super::element::{ElementProperties, Property};
use plimsoll_plan::Template;
use plimsoll_plan::plan::Embedded;

/// One after another, or in parallel over JMeter's pool, which is for all hosts together
/// (HTTPSamplerBase.downloadPageResources).
pub fn embedded(lowering: &mut Lowering, properties: &[Property]) -> ElementResult<Option<Box<Embedded>>> {
    if !properties.flag("HTTPSampler.image_parser", false) {
        return Ok(None);
    }
    let pattern = |name: &str| -> ElementResult<Option<Template>> {
        let pattern = Lowering::template(name, properties.text(name))?;
        Ok((!pattern.is_empty()).then_some(pattern))
    };
    let (include, exclude) =
        (pattern("HTTPSampler.embedded_url_re")?, pattern("HTTPSampler.embedded_url_exclude_re")?);
    let at_once = match properties.flag("HTTPSampler.concurrentDwn", false) {
        true => pool(lowering, properties)?,
        false => 1,
    };
    Ok(Some(Box::new(Embedded { per_host: at_once, at_once, include, exclude })))
}

fn pool(lowering: &mut Lowering, properties: &[Property]) -> ElementResult<u32> {
    const NAME: &str = "HTTPSampler.concurrentPool";
    let text = lowering.evaluation.known_text(properties.text(NAME).trim());
    match text.map_err(|reason| format!("{NAME}: {reason}"))?.trim() {
        "" => Ok(Embedded::PER_HOST),
        text => match text.parse::<u32>() {
            Ok(number) => Ok(number.clamp(1, Embedded::AT_ONCE_MAX)),
            Err(_) => Err(format!("{NAME}: `{text}` is not a number")),
        },
    }
}
