//! `espalier minichess STATE ACTION`: a player for the referee of the course I2P3.

use std::time::Duration;

use programs::referee;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
The referee runs `timeout 10s espalier minichess STATE ACTION` and reads the last complete line of ACTION. STATE holds the
number of the player and both boards. Better moves are appended until the process is killed, or --movetime is over.")]
pub struct MinichessArgs {
    /// The state file of the referee
    state: PathBuf,
    /// The file for the moves
    action: PathBuf,
    /// The player
    #[arg(long, value_name = "PLAYER", default_value = "classic", value_parser = parse_player)]
    player: PlayerSpec,
    /// Stop after this number of milliseconds instead of waiting to be killed
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    movetime: Option<u64>,
}

/// Reads the state and writes moves until it is killed or its time is over.
pub fn command(args: &MinichessArgs) -> Result {
    let time = args.movetime.map(Duration::from_millis);
    referee::answer(&args.state, &args.action, &args.player, time).map_err(Failure::Input)
}
