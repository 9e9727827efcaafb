//! Quiescence search: captures are searched until the position is quiet.
//!
//! A static evaluation is unreliable during an exchange. So the side to move may either keep the static evaluation ("stand
//! pat") or capture. In check it may not stand pat, and every evasion is searched.

use chess::{EXCHANGE_VALUES, Move};
use gametree::observer::{Cut, Enter, How, Leave, Try, View};
use gametree::{Bound, Observer};

use super::knowledge::observed;
use super::ordering::{Picker, taken};
use super::{Node, Search, Stopped};
use crate::params;
use crate::score::{INFINITE, MAX_PLY, NO_VALUE, Value, WIN_BOUND, is_decisive, mated_in};
use crate::techniques::{Switches, Technique};
use crate::transposition::NewEntry;

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// Returns the value of the position at `ply` by quiescence search. With `checks`, which is on at the horizon, quiet moves that
    /// give check are searched as well.
    pub(super) fn quiescence<N: Node>(
        &mut self,
        ply: usize,
        alpha: Value,
        beta: Value,
        checks: bool,
    ) -> Result<Value, Stopped> {
        self.observer.enter(&Enter {
            ply: ply as u32,
            depth: 0,
            alpha: observed(alpha),
            beta: observed(beta),
            view: View::Quiescence,
        });
        self.worker.frame_mut(ply).best = None;
        let value = self.quiescence_node::<N>(ply, alpha, beta, checks)?;
        self.observer.leave(&Leave {
            score: observed(value),
            bound: Bound::of(value, alpha, beta),
            best: self.worker.frame(ply).best,
            how: How::Horizon,
        });
        Ok(value)
    }

    fn quiescence_node<N: Node>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
        checks: bool,
    ) -> Result<Value, Stopped> {
        self.count_node()?;
        let in_check = self.position(ply).in_check();
        if N::PV {
            self.worker.frame_mut(ply).line.clear();
            self.worker.selective_depth = self.worker.selective_depth.max(ply);
        }
        if self.is_draw(ply) {
            return Ok(self.draw_value());
        }
        if ply >= MAX_PLY - 1 {
            return Ok(if in_check { 0 } else { self.evaluate(ply) });
        }
        if alpha < 0 && self.has(Technique::Cuckoo) && self.can_repeat(ply) {
            alpha = self.draw_value();
            if alpha >= beta {
                return Ok(alpha);
            }
        }

        // Transposition table.
        let key = self.position(ply).key();
        let entry = self.probe(ply, key, None, 0);
        let on_pv = N::PV || entry.is_some_and(|entry| entry.on_pv);
        if let Some(entry) = entry
            && !N::PV
            && entry.settles(beta)
        {
            self.observer.cut(Cut::Table, &[]);
            return Ok(entry.value);
        }

        // Stand pat.
        let mut best = -INFINITE;
        let mut raw = NO_VALUE;
        let mut margin = -INFINITE;
        if !in_check {
            raw = match entry {
                Some(entry) if entry.eval != NO_VALUE => entry.eval,
                _ => self.evaluate(ply),
            };
            let eval = self.corrected(ply, raw);
            best = eval;
            if let Some(entry) = entry
                && !is_decisive(entry.value)
                && entry.settles(eval + i32::from(entry.value > eval))
            {
                best = entry.value;
            }
            self.worker.frame_mut(ply).eval = eval;
            if best >= beta {
                self.observer.cut(Cut::StandPat, &[]);
                if entry.is_none() {
                    self.store(
                        ply,
                        key,
                        &NewEntry {
                            best: None,
                            value: best,
                            bound: Some(Bound::Lower),
                            depth: -1,
                            eval: raw,
                            on_pv,
                        },
                    );
                }
                return Ok(best);
            }
            alpha = alpha.max(best);
            margin = eval + params::quiescence_margin();
        } else {
            self.worker.frame_mut(ply).eval = NO_VALUE;
        }

        let table_move = entry
            .and_then(|entry| entry.best)
            .filter(|&m| (in_check || m.is_noisy()) && self.position(ply).is_legal(m));
        let mut picker = if in_check {
            Picker::new(table_move, None)
        } else {
            Picker::noisy(table_move).with_checks(checks && self.has(Technique::QuietChecks))
        };
        let mut best_move = None;
        let mut count = 0;
        // Attacked squares hardly improve the ordering here and are expensive.
        let threats = chess::Bitboard::default();
        while let Some(m) = picker.next(&self.context(ply, threats)) {
            count += 1;
            if best > -WIN_BOUND && self.overlooks(ply, m) {
                continue;
            }
            if best > -WIN_BOUND {
                if in_check {
                    // One quiet evasion that does not lose is enough.
                    if self.has(Technique::QuietEvasion) && !m.is_noisy() {
                        picker.skip_quiets();
                        if count > 1 {
                            continue;
                        }
                    }
                } else {
                    // Delta pruning: the captured piece cannot raise the value to alpha.
                    if self.has(Technique::QuietFutility)
                        && m.is_capture()
                        && !m.is_promotion()
                        && margin <= alpha
                        && !self.position(ply).gives_check(m)
                    {
                        let optimistic = margin + EXCHANGE_VALUES[taken(self.position(ply), m)];
                        if optimistic <= alpha {
                            best = best.max(optimistic);
                            self.observer.cut(Cut::Delta, &[m]);
                            continue;
                        }
                        if !self.position(ply).exchange_gains(m, 1) {
                            best = best.max(margin);
                            self.observer.cut(Cut::Delta, &[m]);
                            continue;
                        }
                    }
                }
                // Static exchange evaluation.
                if self.has(Technique::QuietExchange)
                    && (picker.is_at_bad_captures()
                        || !self
                            .position(ply)
                            .exchange_gains(m, -params::quiescence_exchange()))
                {
                    self.observer.cut(Cut::Exchange, &[m]);
                    continue;
                }
            }
            self.worker.play(ply, m);
            self.shared.table.prefetch(self.position(ply + 1).key());
            let why = if N::PV { Try::Full } else { Try::Scout };
            self.observer.try_move(Some(m), why);
            let value = -self.quiescence::<N>(ply + 1, -beta, -alpha, false)?;
            self.worker.undo();
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if N::PV {
                        self.worker.set_line(ply, m);
                    }
                    if value >= beta {
                        self.observer.cut(Cut::Beta, &[]);
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if in_check && count == 0 {
            return Ok(mated_in(ply));
        }
        self.worker.frame_mut(ply).best = best_move;
        if self.has(Technique::Blend) && best >= beta && !is_decisive(best) {
            best = i32::midpoint(best, beta);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.store(
            ply,
            key,
            &NewEntry {
                best: best_move,
                value: best,
                bound: Some(bound),
                depth: 0,
                eval: raw,
                on_pv,
            },
        );
        Ok(best)
    }
}
