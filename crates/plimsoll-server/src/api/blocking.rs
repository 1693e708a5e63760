//! Work that may wait, off the threads that serve.

use super::ApiError;
use crate::lab::LabServer;
use std::sync::Arc;

/// Files, databases and analyses are for threads that may wait. A panic is an answer.
pub async fn blocking<T: Send + 'static>(
    lab: &Arc<LabServer>,
    work: impl FnOnce(&Arc<LabServer>) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let lab = Arc::clone(lab);
    let done = tokio::task::spawn_blocking(move || work(&lab)).await;
    done.unwrap_or_else(|_| Err(ApiError::internal("this failed inside the lab; please report it")))
}
