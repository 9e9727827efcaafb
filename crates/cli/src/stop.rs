//! Ctrl-C, or the stop flag of a host.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::host::Host;

/// Returns a flag that Ctrl-C sets. A second Ctrl-C ends the program at once. Inside another program, returns the flag of the host.
pub fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    if let Some(host) = Host::current() {
        return host.stop;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let pressed = Arc::clone(&stop);
    // Without the handler, Ctrl-C kills the program and loses only the games in progress.
    _ = ctrlc::set_handler(move || {
        if pressed.swap(true, Ordering::Relaxed) {
            programs::end_all();
            std::process::exit(130);
        }
    });
    stop
}
