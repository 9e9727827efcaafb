//! Counts the engine's instructions by part: `make profile`.
//!
//! Valgrind's callgrind counts how often each instruction of a fixed piece of work is executed, the same number on every
//! run. Most functions of an optimised program are inlined into others, so function names alone are not enough. The line
//! tables name the inlined functions of each instruction, and the first of them with a name below
//! decides the part. Instructions of shared helpers (attack tables, `memcpy`) count for their caller.
//!
//! The time differs from the instructions, since some instructions wait for memory. Linux's `perf` samples a second run
//! four thousand times a second. Its result varies from run to run.
//!
//! The arguments are the program, built with line tables, the depth for counting instructions, and the depth
//! for sampling.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use addr2line::Loader;
use object::{Object, ObjectSegment};

/// Parts of the engine and their files. The first part that owns one of the functions at an instruction
/// gets it: board queries of the evaluation are evaluation, the moves that the picker lists
/// are move generation.
const PARTS: [(&str, &[&str]); 9] = [
    ("network", &["nnue/src/"]),
    ("evaluation", &["engine/src/eval/"]),
    (
        "move generation",
        &[
            "chess/src/position/generate.rs",
            "chess/src/position/legality.rs",
        ],
    ),
    ("exchanges (SEE)", &["chess/src/position/see.rs"]),
    (
        "making moves",
        &[
            "chess/src/position/play.rs",
            "chess/src/position/keys.rs",
            "engine/src/search/worker.rs",
        ],
    ),
    ("table", &["engine/src/transposition/"]),
    ("picker", &["engine/src/search/ordering.rs"]),
    (
        "histories",
        &[
            "engine/src/search/history.rs",
            "engine/src/search/correction.rs",
        ],
    ),
    ("search", &["engine/src/"]),
];

/// An address in a program: its object file and offset.
type Place = (String, u64);

/// The output of callgrind.
#[derive(Default, Debug, PartialEq)]
struct Counts {
    /// The number of all instructions in callgrind's summary.
    total: u64,
    /// How often each instruction was executed, with its function.
    instructions: HashMap<Place, (String, u64)>,
    /// The callers of a function: their addresses, and the instructions of the calls.
    callers: HashMap<String, Vec<(Place, u64)>>,
}

/// Parses a file of callgrind written with `--dump-instr=yes --compress-strings=no --compress-pos=no`.
fn read(text: &str) -> Option<Counts> {
    let mut counts = Counts::default();
    let (mut object, mut function, mut called) = (String::new(), String::new(), None);
    let mut called_object: Option<String> = None;
    let mut is_call = false;
    let name = |object: &str, function: &str| format!("{object} {function}");
    for line in text.lines() {
        if let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with("0x")) {
            match key {
                "ob" => object = value.to_owned(),
                "fn" => function = name(&object, value),
                "cob" => called_object = Some(value.to_owned()),
                "cfn" => {
                    let object = called_object.take();
                    called = Some(name(
                        object.as_ref().unwrap_or(&self::owned(&function)),
                        value,
                    ));
                }
                "calls" => is_call = true,
                _ => {}
            }
        } else if let Some(rest) = line.strip_prefix("summary: ") {
            counts.total = rest.split_whitespace().next()?.parse().ok()?;
        } else if let Some(rest) = line.strip_prefix("0x") {
            let mut words = rest.split_whitespace();
            let address = u64::from_str_radix(words.next()?, 16).ok()?;
            let cost: u64 = words.nth(1).map_or(Some(0), |word| word.parse().ok())?;
            let place = (object.clone(), address);
            if is_call {
                let callers = counts.callers.entry(called.clone()?).or_default();
                callers.push((place, cost));
                is_call = false;
            } else {
                let entry = counts.instructions.entry(place);
                entry.or_insert_with(|| (function.clone(), 0)).1 += cost;
            }
        }
    }
    Some(counts)
}

/// Returns the file of a function whose name begins with its file.
fn owned(function: &str) -> String {
    let end = function.find(' ').unwrap_or(function.len());
    function[..end].to_owned()
}

/// Returns the part of an address, if one of its functions is in a file of a part.
fn part(loader: &Loader, address: u64) -> Option<usize> {
    let mut frames = loader.find_frames(address).ok()?;
    let mut files = Vec::new();
    while let Ok(Some(frame)) = frames.next() {
        files.extend(
            frame
                .location
                .and_then(|location| location.file)
                .map(str::to_owned),
        );
    }
    let belongs = |of: &&str| files.iter().any(|file| file.contains(*of));
    PARTS
        .iter()
        .position(|(_, owns)| owns.iter().any(|of| belongs(&of)))
}

/// Returns the instructions of each part, and of no part.
fn shares(
    counts: &Counts,
    mut part: impl FnMut(&Place) -> Option<usize>,
) -> [f64; PARTS.len() + 1] {
    let mut shares = [0.0; PARTS.len() + 1];
    let mut helpers: HashMap<&str, u64> = HashMap::new();
    for (place, (function, count)) in &counts.instructions {
        match part(place) {
            Some(index) => shares[index] += *count as f64,
            None => *helpers.entry(function).or_default() += count,
        }
    }
    for (function, count) in helpers {
        let callers = counts.callers.get(function).map_or(&[][..], Vec::as_slice);
        let all: u64 = callers.iter().map(|(_, cost)| cost).sum();
        if all == 0 {
            shares[PARTS.len()] += count as f64;
        }
        for (place, cost) in callers.iter().filter(|(_, cost)| *cost > 0) {
            let index = part(place).unwrap_or(PARTS.len());
            shares[index] += count as f64 * *cost as f64 / all as f64;
        }
    }
    shares
}

/// Runs the program under callgrind and parses its counts.
fn count(program: &Path, depth: &str) -> Result<(Counts, String), String> {
    let file = std::env::temp_dir().join(format!("espalier-{}.callgrind", std::process::id()));
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-instr=yes", "--quiet"])
        .args(["--compress-strings=no", "--compress-pos=no"])
        // From the first iteration to the last, without the initialisation of tables.
        .args([
            "--toggle-collect=*Search<S,W>*::deepen",
            "--collect-atstart=no",
        ])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .arg(depth)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run valgrind: {error}"))?;
    let text = std::fs::read_to_string(&file);
    _ = std::fs::remove_file(&file);
    if !output.status.success() {
        return Err(format!("{} failed: {}", program.display(), output.status));
    }
    let text = text.map_err(|error| format!("valgrind wrote nothing: {error}"))?;
    let counts = read(&text).ok_or("valgrind's file is of an unknown kind")?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok((counts, said))
}

/// The line tables of a program, with a cache.
struct Parts {
    loader: Loader,
    known: HashMap<u64, Option<usize>>,
}

impl Parts {
    fn of(program: &Path) -> Result<Self, String> {
        Ok(Self {
            loader: Loader::new(program).map_err(|error| error.to_string())?,
            known: HashMap::new(),
        })
    }

    fn at(&mut self, address: u64) -> Option<usize> {
        let known = self.known.entry(address);
        *known.or_insert_with(|| part(&self.loader, address))
    }
}

/// Returns the samples in each part, and in no part; `None` without `perf`.
fn look(program: &Path, depth: &str, parts: &mut Parts) -> Option<[f64; PARTS.len() + 1]> {
    let file = std::env::temp_dir().join(format!("espalier-{}.perf", std::process::id()));
    let recorded = Command::new("perf")
        .args(["record", "--quiet", "-e", "cpu-clock:u", "-F", "4000", "-o"])
        .args([&file, program])
        .arg(depth)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let script = Command::new("perf")
        .args(["script", "--show-mmap-events", "-F", "comm,ip", "-i"])
        .arg(&file)
        .stderr(Stdio::null())
        .output();
    _ = std::fs::remove_file(&file);
    let script = script
        .ok()
        .filter(|_| recorded.is_ok_and(|status| status.success()))?;
    let data = std::fs::read(program).ok()?;
    let elf = object::File::parse(&*data).ok()?;
    samples(
        &String::from_utf8_lossy(&script.stdout),
        program,
        |offset| {
            // From the offset in the file to the address in the line tables.
            let segment = elf.segments().find(|segment| {
                let (start, size) = segment.file_range();
                (start..start + size).contains(&offset)
            })?;
            parts.at(offset - segment.file_range().0 + segment.address())
        },
    )
}

/// Counts the samples of `perf script` by the part of their address.
fn samples(
    text: &str,
    program: &Path,
    mut part: impl FnMut(u64) -> Option<usize>,
) -> Option<[f64; PARTS.len() + 1]> {
    let hexadecimal = |word: &str| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok();
    let name = program.to_str()?;
    // The memory map of the program's instructions: start, length, and offset in the file.
    let mut code = None;
    let mut shares = [0.0; PARTS.len() + 1];
    for line in text.lines() {
        if line.contains("PERF_RECORD_MMAP") {
            if line.contains(" r-xp ") && line.ends_with(name) {
                // ... [0x55a1(0x100) @ 0x1000 08:01 1 0]: r-xp PROGRAM
                let (_, rest) = line.split_once('[')?;
                let mut words = rest
                    .split(['(', ')', '@', ' '])
                    .filter(|word| !word.is_empty());
                let mut number = || hexadecimal(words.next()?);
                code = Some((number()?, number()?, number()?));
            }
            continue;
        }
        let Some(address) = line.split_whitespace().last().and_then(hexadecimal) else {
            continue;
        };
        let offset = code
            .filter(|&(start, size, _)| (start..start + size).contains(&address))
            .map(|(start, _, place)| address - start + place);
        shares[offset.and_then(&mut part).unwrap_or(PARTS.len())] += 1.0;
    }
    (shares.iter().sum::<f64>() > 0.0).then_some(shares)
}

fn run(program: &Path, depth: &str, long: &str) -> Result<(), String> {
    eprintln!("counting instructions, some forty times slower than life ...");
    let program = &std::fs::canonicalize(program).map_err(|error| error.to_string())?;
    let (counts, said) = count(program, depth)?;
    let mut parts = Parts::of(program)?;
    let shares = shares(&counts, |place| {
        let ours = Path::new(&place.0) == program;
        ours.then(|| parts.at(place.1)).flatten()
    });
    let sum: f64 = shares.iter().sum();
    if (sum - counts.total as f64).abs() > 1.0 || sum == 0.0 {
        let total = counts.total;
        return Err(format!("{sum:.0} of {total} instructions were found again"));
    }
    if shares[PARTS.len() - 1] == 0.0 {
        return Err(format!("{} has no line tables", program.display()));
    }
    let nodes: f64 = said
        .split(' ')
        .next()
        .and_then(|word| word.parse().ok())
        .ok_or_else(|| format!("{} said {said:?}, not its nodes", program.display()))?;
    let times = look(program, long, &mut parts);
    println!(
        "\nInstructions of the search by part: {:.0} million for {said} (depth {depth}), {:.0} a node",
        sum / 1e6,
        sum / nodes
    );
    match times {
        Some(times) => println!(
            "Time at depth {long}: {} samples",
            times.iter().sum::<f64>()
        ),
        None => println!("left out: perf is not installed or may not look, so there is no time"),
    }
    println!(
        "{:18} {:>8} {:>13} {:>8}",
        "part", "a node", "instructions", "time"
    );
    let names = PARTS.iter().map(|part| part.0).chain(["rest"]);
    let mut lines: Vec<(&str, f64, Option<f64>)> = names
        .enumerate()
        .map(|(index, name)| {
            let time = times.map(|times| times[index] / times.iter().sum::<f64>());
            (name, shares[index], time)
        })
        .collect();
    lines.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (name, count, time) in lines {
        let time = time.map_or_else(|| "-".to_owned(), |time| format!("{:.1}%", 100.0 * time));
        let share = 100.0 * count / sum;
        println!("{name:18} {:>8.0} {share:12.1}% {time:>8}", count / nodes);
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, depth, long] = &arguments[..] else {
        eprintln!("of what? profile PROGRAM DEPTH DEPTH");
        return ExitCode::from(2);
    };
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("left out: valgrind is not installed, so nobody counts where the instructions go");
        return ExitCode::SUCCESS;
    }
    match run(Path::new(program), depth, long) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_count_for_whoever_called() {
        let text = "summary: 110\n\nob=/a\nfl=x\nfn=work\n0x10 1 20\n0x11 2 30\ncob=/c\ncfn=copy\ncalls=2 0x99 0\n\
            0x10 1 15\ncob=/c\ncfn=copy\ncalls=9 0x99 0\n0x11 2 45\n\nob=/c\nfn=copy\n0x99 0 60\n";
        let counts = read(text).expect("the format");
        assert_eq!(counts.instructions[&("/a".to_owned(), 0x10)].1, 20);
        assert_eq!(counts.callers["/c copy"].len(), 2);
        let shares = shares(&counts, |place| match place.1 {
            0x10 => Some(0),
            0x11 => Some(4),
            _ => None,
        });
        assert_eq!((shares[0], shares[4]), (20.0 + 15.0, 30.0 + 45.0));
        assert_eq!(shares.iter().sum::<f64>(), counts.total as f64);
    }

    #[test]
    fn samples_are_found_in_the_file() {
        let text = "x PERF_RECORD_MMAP2 7/7: [0x5000(0x100) @ 0x900 08:01 1 0]: r--p /x\n\
            x PERF_RECORD_MMAP2 7/7: [0x6000(0x100) @ 0x1000 08:01 1 0]: r-xp /x\n\
            x 6010\nx 60ff\nx 6100\nx 7fff0000\n";
        let mut asked = Vec::new();
        let shares = samples(text, Path::new("/x"), |offset| {
            asked.push(offset);
            Some(1)
        });
        assert_eq!(asked, [0x1010, 0x10ff]);
        let shares = shares.expect("samples");
        assert_eq!((shares[1], shares[PARTS.len()]), (2.0, 2.0));
    }

    #[test]
    fn a_call_within_a_file_needs_no_file() {
        let counts = read("ob=/a\nfn=f\ncfn=g\ncalls=1 0x5 0\n0x1 0 7\nfn=g\n0x5 0 7\n");
        let counts = counts.expect("the format");
        assert_eq!(counts.callers["/a g"], [(("/a".to_owned(), 1), 7)]);
        assert_eq!(counts.instructions[&("/a".to_owned(), 5)].0, "/a g");
    }
}
