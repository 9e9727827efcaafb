//! Statistics against values computed independently, to 1e-6.
//!
//! Every number below was computed by `data/stats_reference.py`, which uses mpmath with 40 digits and other methods
//! than the program (described at its top). Run it to recompute the tables.

use contest::stats::{
    Encounter, Model, Pentanomial, Sample, Sprt, SprtError, Tally, Verdict, ratings,
};

const INF: f64 = f64::INFINITY;

/// Within 1e-6, relative to numbers above 1.
fn close(found: f64, expected: f64) -> bool {
    found == expected || (found - expected).abs() <= 1e-6 * expected.abs().max(1.0)
}

/// Three counts are games (losses, draws, wins), five are pairs.
fn sample(counts: &[u64]) -> Sample {
    match *counts {
        [losses, draws, wins] => Tally {
            wins,
            draws,
            losses,
        }
        .into(),
        [a, b, c, d, e] => Pentanomial([a, b, c, d, e]).into(),
        _ => panic!("a row of the table has 3 or 5 counts"),
    }
}

/// Counts; score, Elo and its interval, normalised Elo and its interval, LOS.
#[rustfmt::skip]
const ESTIMATES: &[(&[u64], [f64; 8])] = &[
    (&[200, 540, 260], [0.530000000000000, 20.8712046660286, 6.29909606002144, 35.5170697737730, 30.8569311015965, 9.32304610632300, 52.3908160968700, 0.997511556015066]),
    (&[0, 0, 0], [0.500000000000000, 0.0, -INF, INF, 0.0, -INF, INF, 0.500000000000000]),
    (&[0, 0, 1], [1.00000000000000, INF, -233.798472816109, INF, INF, -251.847461711878, INF, 0.841344746068543]),
    (&[1, 0, 0], [0.0, -INF, -INF, 233.798472816109, -INF, -INF, 251.847461711878, 0.158655253931457]),
    (&[0, 1, 0], [0.500000000000000, 0.0, -495.299344055624, 495.299344055624, 0.0, -680.961234571885, 680.961234571885, 0.500000000000000]),
    (&[0, 0, 50], [1.00000000000000, INF, 445.789528918298, INF, INF, 578.579822774734, INF, 0.999999999999231]),
    (&[0, 120, 0], [0.500000000000000, 0.0, -61.8359983375808, 61.8359983375808, 0.0, -62.1629714935980, 62.1629714935980, 0.500000000000000]),
    (&[17, 0, 3], [0.150000000000000, -301.331066663445, -INF, -141.854097703613, -340.554991622936, -492.822552677428, -188.287430568445, 0.00000583750453633429]),
    (&[0, 3, 997], [0.998500000000000, 1129.30272406042, 997.664977312756, INF, 6333.75485340701, 6312.22096841174, 6355.28873840228, 1.00000000000000]),
    (&[3812, 9920, 4012], [0.505635707844905, 3.91625676217794, 0.522006360301472, 7.31125487097200, 5.89829762496463, 0.786229592029424, 11.0103656578998, 0.988132873243346]),
    (&[15, 90, 240, 130, 25], [0.530000000000000, 20.8712046660286, 7.69937570032087, 34.1032603724477, 34.1418929918580, 12.6080079965845, 55.6757779871315, 0.999056664428115]),
    (&[0, 0, 0, 0, 0], [0.500000000000000, 0.0, -INF, INF, 0.0, -INF, INF, 0.500000000000000]),
    (&[0, 0, 0, 0, 12], [1.00000000000000, INF, 197.874025602941, INF, INF, 147.605690477642, INF, 0.999733997247430]),
    (&[40, 0, 0, 0, 0], [0.0, -INF, -INF, -407.025523715076, -INF, -INF, -358.312631584220, 0.000000000126981429473543]),
    (&[0, 0, 300, 0, 0], [0.500000000000000, 0.0, -39.2318904935343, 39.2318904935343, 0.0, -27.8001259886134, 27.8001259886134, 0.500000000000000]),
    (&[0, 0, 0, 1, 0], [0.750000000000000, 190.848501887865, -349.585591850724, 731.282595626454, INF, -291.067910782842, 992.964907059672, 0.691462461274013]),
    (&[0, 0, 0, 7, 0], [0.750000000000000, 190.848501887865, -78.5340184088108, 460.231022184541, INF, -56.0060348712292, 429.312752451170, 0.907061633817062]),
    (&[1, 0, 0, 0, 1], [0.500000000000000, 0.0, -INF, INF, 0.0, -340.480617285942, 340.480617285942, 0.500000000000000]),
    (&[112, 5231, 10981, 5502, 134], [0.503586065573770, 2.49189631254812, 0.813883813963599, 4.17002507044984, 4.82535451733113, 1.57604394526299, 8.07466508939927, 0.998196460498970]),
    (&[0, 2, 5, 9, 184], [0.968750000000000, 596.544677533709, 520.952799962456, 726.680241626608, 983.483335829556, 949.435274100961, 1017.53139755815, 1.00000000000000]),
];

/// Counts, both hypotheses; LLR in logistic Elo and in normalised Elo.
#[rustfmt::skip]
const TESTS: &[(&[u64], f64, f64, [f64; 2])] = &[
    (&[200, 540, 260], 0.0, 5.0, [1.65359725245827, 1.16978787740171]),
    (&[0, 0, 1], 0.0, 10.0, [0.0283672725483530, 0.0283491582986548]),
    (&[1, 0, 0], 0.0, 10.0, [-0.0291972396987274, -0.0291786869555102]),
    (&[0, 1, 0], 0.0, 10.0, [-0.0255409691080687, -0.000456937112172719]),
    (&[0, 0, 50], 0.0, 10.0, [1.41840717301305, 1.41819998092769]),
    (&[0, 120, 0], 0.0, 5.0, [-1.73161802192523, -0.0219835907892194]),
    (&[3812, 9920, 4012], -1.75, 0.25, [3.11078104509610, 1.95426131886667]),
    (&[15, 90, 240, 130, 25], 0.0, 10.0, [3.45940976942956, 2.38181712999307]),
    (&[0, 0, 0, 0, 0], 0.0, 5.0, [0.0, 0.0]),
    (&[0, 0, 0, 0, 12], 0.0, 5.0, [0.171479650068574, 0.241733944399996]),
    (&[40, 0, 0, 0, 0], 0.0, 5.0, [-0.579817431616332, -0.822323899566269]),
    (&[0, 0, 300, 0, 0], 0.0, 5.0, [-4.33949043457147, -0.119240931243433]),
    (&[0, 0, 0, 1, 0], -3.0, 3.0, [0.0172864223554582, 0.0172692119543635]),
    (&[1, 0, 0, 0, 1], 0.0, 5.0, [-0.000207668094256748, -0.000414746261417181]),
    (&[112, 5231, 10981, 5502, 134], 0.0, 2.0, [4.07016912596087, 2.78326806463538]),
    (&[0, 2, 5, 9, 184], 0.0, 400.0, [119.564564320022, 118.679061099102]),
    (&[60, 300, 400, 200, 40], -10.0, 0.0, [-7.08530114038377, -5.15038009473110]),
];

/// First and second player; wins, draws and losses of the first.
type Games = (usize, usize, u64, u64, u64);

/// Players, games, whether the prior is needed; ratings, standard errors.
type Tournament = (
    usize,
    &'static [Games],
    bool,
    &'static [f64],
    &'static [f64],
);

#[rustfmt::skip]
const TOURNAMENTS: &[Tournament] = &[
    (2, &[(0, 1, 30, 40, 10)], false, &[44.3697499232713, -44.3697499232713], &[20.0592028827529, 20.0592028827529]),
    (4, &[(0, 1, 6, 2, 2), (1, 2, 5, 3, 2), (2, 3, 7, 1, 2), (0, 3, 9, 0, 1), (0, 2, 4, 4, 2)], false, &[144.893507732058, 56.0832892047659, 3.50389999266806, -204.480696929492], &[56.8789164739438, 64.9532522675605, 51.9461069246415, 80.4828971817173]),
    (5, &[(0, 1, 98, 1, 1), (1, 2, 97, 0, 3), (2, 3, 99, 0, 1), (3, 4, 95, 4, 1)], false, &[1383.94017545193, 657.002186875160, 53.1419950565270, -745.112082782493, -1348.97227460113], &[148.651822106816, 99.2088252567811, 88.1380195594633, 117.749098481686, 141.728937567980]),
    (4, &[(0, 1, 10, 0, 0), (0, 2, 10, 0, 0), (1, 2, 4, 4, 2)], true, &[453.286583312131, -174.474535445798, -239.325799889776, -39.4862479765570], &[210.704298024559, 138.328435390069, 141.015450468823, 327.466544478753]),
    (4, &[(0, 1, 6, 0, 4), (2, 3, 1, 8, 1)], true, &[33.4831327238949, -33.4831327238949, 0.0, 0.0], &[182.473710839192, 182.473710839192, 182.188169041180, 182.188169041180]),
];

#[test]
fn estimates_are_those_computed_elsewhere() {
    for (counts, expected) in ESTIMATES {
        let sample = sample(counts);
        let (elo, normalised) = (sample.elo(), sample.normalised_elo());
        let found = [
            sample.score().value,
            elo.value,
            elo.lower,
            elo.upper,
            normalised.value,
            normalised.lower,
            normalised.upper,
            sample.los(),
        ];
        for (index, (&found, &expected)) in found.iter().zip(expected).enumerate() {
            assert!(
                close(found, expected),
                "{counts:?}, number {index}: {found} instead of {expected}"
            );
        }
        assert!(!elo.error().is_nan() && !normalised.error().is_nan());
    }
}

#[test]
fn likelihood_ratios_are_those_computed_elsewhere() {
    for (counts, elo0, elo1, expected) in TESTS {
        let sample = sample(counts);
        let logistic = Sprt::new(*elo0, *elo1);
        let normalised = Sprt {
            model: Model::Normalised,
            ..logistic
        };
        let found = [logistic.llr(&sample), normalised.llr(&sample)];
        for (index, (&found, &expected)) in found.iter().zip(expected).enumerate() {
            assert!(
                close(found, expected),
                "{counts:?}, [{elo0}, {elo1}], number {index}: {found} instead of {expected}"
            );
        }
    }
}

#[test]
fn ratings_are_those_computed_elsewhere() {
    for &(players, games, prior, elo, errors) in TOURNAMENTS {
        let encounters: Vec<Encounter> = games
            .iter()
            .map(|&(first, second, wins, draws, losses)| Encounter {
                first,
                second,
                tally: Tally {
                    wins,
                    draws,
                    losses,
                },
            })
            .collect();
        let found = ratings(players, &encounters);
        assert_eq!(found.prior, prior, "{games:?}");
        for player in 0..players {
            assert!(
                close(found.elo[player], elo[player]),
                "{games:?}, player {player}: {} instead of {}",
                found.elo[player],
                elo[player]
            );
            assert!(
                close(found.standard_error[player], errors[player]),
                "{games:?}, player {player}: {} instead of {}",
                found.standard_error[player],
                errors[player]
            );
        }
    }
}

/// From the view of the opponent every figure has the opposite sign.
#[test]
fn the_opponents_figures_have_the_opposite_sign() {
    let pairs = Pentanomial([3, 40, 100, 61, 7]);
    let (mine, theirs) = (Sample::from(pairs), Sample::from(pairs.other()));
    assert!(close(mine.elo().value, -theirs.elo().value));
    assert!(close(mine.elo().lower, -theirs.elo().upper));
    assert!(close(mine.los(), 1.0 - theirs.los()));
    for model in [Model::Logistic, Model::Normalised] {
        let test = |elo0, elo1| Sprt {
            model,
            ..Sprt::new(elo0, elo1)
        };
        let (here, there) = (test(-2.0, 7.0).llr(&mine), test(-7.0, 2.0).llr(&theirs));
        assert!(close(here, -there), "{model:?}: {here} and {there}");
    }
}

#[test]
fn bounds_and_verdicts() {
    let sprt = Sprt::new(0.0, 10.0);
    // ln 19
    assert!(close(sprt.bounds().0, -2.944_438_979_166_44));
    assert!(close(sprt.bounds().1, 2.944_438_979_166_44));
    let uneven = Sprt {
        alpha: 0.05,
        beta: 0.1,
        ..sprt
    };
    // ln(0.1 / 0.95) and ln(0.9 / 0.05)
    assert!(close(uneven.bounds().0, -2.251_291_798_606_495));
    assert!(close(uneven.bounds().1, 2.890_371_757_896_165));
    let verdict = |counts: [u64; 5]| sprt.verdict(&Pentanomial(counts).into());
    assert_eq!(verdict([0, 0, 0, 0, 0]), Verdict::Continue);
    assert_eq!(verdict([0, 0, 0, 0, 1]), Verdict::Continue);
    assert_eq!(verdict([15, 90, 240, 130, 25]), Verdict::H1);
    assert_eq!(verdict([25, 130, 240, 90, 15]), Verdict::H0);
}

#[test]
fn invalid_tests_are_errors() {
    let fine = Sprt::new(0.0, 5.0);
    assert_eq!(fine.check(), Ok(()));
    for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 5.0), (0.0, INF)] {
        assert_eq!(Sprt::new(elo0, elo1).check(), Err(SprtError::Hypotheses));
    }
    for (alpha, beta) in [(0.0, 0.05), (0.05, 0.0), (0.5, 0.5), (f64::NAN, 0.05)] {
        let sprt = Sprt {
            alpha,
            beta,
            ..fine
        };
        assert_eq!(sprt.check(), Err(SprtError::Risks));
    }
}

/// Pairs count if there are any, else games.
#[test]
fn pairs_go_before_games() {
    let tally = Tally {
        wins: 3,
        draws: 1,
        losses: 1,
    };
    let none = Pentanomial::default();
    assert_eq!(Sample::of(tally, none), Sample::from(tally));
    let pairs = Pentanomial([0, 0, 1, 1, 0]);
    assert_eq!(Sample::of(tally, pairs), Sample::from(pairs));
}

#[test]
fn ratings_of_odd_fields() {
    assert_eq!(ratings(0, &[]).elo, Vec::<f64>::new());
    let alone = ratings(1, &[]);
    assert!(close(alone.elo[0], 0.0) && alone.error(0).is_finite());
    let tally = Tally {
        wins: 1,
        draws: 1,
        losses: 1,
    };
    let wrong = [(0, 7), (1, 1)].map(|(first, second)| Encounter {
        first,
        second,
        tally,
    });
    let strangers = ratings(3, &wrong);
    assert!(strangers.prior);
    assert!(strangers.elo.iter().all(|&elo| close(elo, 0.0)));
}

/// A player that wins every game has a finite rating that grows with the games.
#[test]
fn the_rating_of_a_clean_sweep_grows_with_the_games() {
    let sweep = |wins: u64| {
        let tally = Tally {
            wins,
            ..Tally::default()
        };
        ratings(
            2,
            &[Encounter {
                first: 0,
                second: 1,
                tally,
            }],
        )
    };
    let (short, long) = (sweep(5), sweep(500));
    assert!(short.prior && long.prior);
    assert!(short.elo[0] > 50.0 && long.elo[0] > short.elo[0] + 50.0);
    assert!(long.elo[0].is_finite());
}
