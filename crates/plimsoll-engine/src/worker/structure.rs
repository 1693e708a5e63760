//! Where a user goes on: choices, loops over variables, shares, locks.

use super::Worker;
use super::interpreter::{Flow, holds};
use crate::program::{Compiled, Depth, Text, Turns};
use crate::scope::UserScope;
use crate::timer::Timers;
use crate::user::{Suspended, User, UserActivity};
use plimsoll_plan::plan::{AssignByUser, Condition, ShareAmount};
use plimsoll_plan::template::EvaluationContext;
use std::rc::Rc;

/// Flags of a pass of a choice.
const TAKEN: i64 = 1;
const MOVED: i64 = 2;
const AGAIN: i64 = 4;

impl Worker {
    pub fn start_choice(&mut self, user: &mut User, state: u32, order: Turns, by_user: bool, options: u32) {
        let number = user.data.number;
        let [turn, first, flags] = choice(user, state);
        (*first, *flags) = (0, 0);
        if *turn == 0 {
            *turn = 1 + match order {
                _ if by_user => i64::from((number - 1) % options),
                Turns::InOrder => 0,
                Turns::Random => i64::from(self.context.random.u32(..options)),
            };
        }
    }

    /// InterleaveControl.setCurrentElement: the pass ends when it comes back to where its search began.
    pub fn next_option(user: &mut User, state: u32, options: &[u32], end: u32) {
        let [turn, first, flags] = choice(user, state);
        if *turn > options.len() as i64 {
            *turn = 1;
        }
        let turn = *turn;
        if *first == 0 {
            *first = turn;
        } else if *first == turn && *flags & MOVED != 0 {
            user.execution.position = end;
            return;
        }
        user.execution.position = options[turn as usize - 1];
    }

    pub fn advance(&mut self, user: &mut User, state: u32, order: Turns, options: u32) {
        let [turn, _, flags] = choice(user, state);
        *flags |= MOVED;
        match order {
            Turns::InOrder => *turn += 1,
            Turns::Random => *turn = 1 + i64::from(self.context.random.u32(..options)),
        }
    }

    pub fn take_turn(user: &mut User, state: u32) {
        let [_, _, flags] = choice(user, state);
        *flags |= TAKEN;
    }

    pub fn is_turn_taken(user: &mut User, state: u32) -> bool {
        let [_, _, flags] = choice(user, state);
        *flags & TAKEN != 0
    }

    pub fn begin_again(user: &mut User, state: u32, start: u32) {
        let [_, _, flags] = choice(user, state);
        if *flags & AGAIN == 0 {
            *flags |= AGAIN;
            user.execution.position = start;
        }
    }

    /// Leaves what is open below `depth` for later, or for good when there is nowhere to continue.
    pub fn suspend(&mut self, index: u32, user: &mut User, resume: Option<(u32, u32)>, depth: Depth) {
        let Some((register, position)) = resume else { return self.drop_to(index, user, depth) };
        user.execution.registers[register as usize] = i64::from(position);
        let groups = user.execution.groups.split_off(depth.groups as usize);
        let locks = user.execution.locks.split_off(depth.locks as usize);
        if !groups.is_empty() || !locks.is_empty() {
            user.execution.suspended.push(Suspended { register, groups, locks });
        }
    }

    pub fn take_up(user: &mut User, register: u32) {
        let position = std::mem::take(&mut user.execution.registers[register as usize]);
        if position == 0 {
            return;
        }
        user.execution.position = position as u32;
        if let Some(at) = user.execution.suspended.iter().position(|suspended| suspended.register == register)
        {
            let suspended = user.execution.suspended.swap_remove(at);
            user.execution.groups.extend(suspended.groups);
            user.execution.locks.extend(suspended.locks);
        }
    }

    pub fn forget(&mut self, index: u32, user: &mut User, registers: &[u32]) {
        for register in registers {
            user.execution.registers[*register as usize] = 0;
        }
        let (gone, stored) = user
            .execution
            .suspended
            .drain(..)
            .partition(|suspended: &Suspended| registers.contains(&suspended.register));
        user.execution.suspended = stored;
        for name in gone.iter().flat_map(|suspended: &Suspended| &suspended.locks) {
            self.context.shared.locks.give_back(name, (self.context.number, index));
        }
    }

    /// Ends what is open below `depth` without a trace.
    pub fn drop_to(&mut self, index: u32, user: &mut User, depth: Depth) {
        user.execution.groups.truncate(depth.groups as usize);
        self.unlock_to(index, user, depth.locks);
    }

    /// A loop is left: transactions in it have ended, and the user's last request counts as good again.
    pub fn unwind(&mut self, index: u32, user: &mut User, depth: Depth) {
        while user.execution.groups.len() > depth.groups as usize {
            self.break_group(user);
        }
        self.unlock_to(index, user, depth.locks);
        user.execution.last_succeeded = true;
    }

    pub fn lock(&mut self, index: u32, user: &mut User, name: &Text) -> Flow {
        let name: Rc<str> = name.to_text(&mut self.context.scope(&mut user.data)).into();
        if name.is_empty() || self.context.shared.locks.take(&name, (self.context.number, index)) {
            user.execution.locks.push(name);
            return Flow::Next;
        }
        user.execution.awaited_lock = Some(name);
        user.timing.activity = UserActivity::Locked;
        if let Some(stop_us) = user.timing.stop_us {
            self.users.timers.set(index, &mut user.timing.deadline, stop_us);
        }
        Flow::Wait
    }

    /// The user has been given the lock that it waits for, unless it was one before it in its place.
    pub fn locked(&mut self, index: u32, user: &mut User) {
        let holder = (self.context.number, index);
        let is_own = |name: &Rc<str>| self.context.shared.locks.is_holder(name, holder);
        if !user.execution.awaited_lock.as_ref().is_some_and(is_own) {
            return;
        }
        let Some(name) = user.execution.awaited_lock.take() else { return };
        user.execution.locks.push(name);
        Timers::clear(&mut user.timing.deadline);
        user.timing.activity = UserActivity::Waiting;
        self.drive(index, user);
    }

    pub fn unlock_to(&mut self, index: u32, user: &mut User, depth: u32) {
        for name in user.execution.locks.drain(depth as usize..).rev() {
            self.context.shared.locks.give_back(&name, (self.context.number, index));
        }
    }

    /// Gives back whatever locks the user has, and waits for none.
    pub fn leave_all_locks(&mut self, user: &mut User, index: u32) {
        if let Some(name) = user.execution.awaited_lock.take() {
            self.context.shared.locks.forget(&name, (self.context.number, index));
        }
        self.unlock_to(index, user, 0);
        for name in user.execution.suspended.drain(..).flat_map(|suspended| suspended.locks) {
            self.context.shared.locks.give_back(&name, (self.context.number, index));
        }
    }

    /// ThroughputController.decide.
    pub fn decide(&mut self, user: &mut User, number: u32) {
        let program = Rc::clone(&self.context.program);
        let share = &program.shares[number as usize];
        let mut scope = self.context.scope(&mut user.data);
        let (times, percent) = match &share.share.amount {
            ShareAmount::Times(times) => (Some(times.to_text(&mut scope).trim().parse().unwrap_or(1)), 0.0),
            ShareAmount::Percent(percent) => {
                (None, f64::from(percent.to_text(&mut scope).trim().parse::<f32>().unwrap_or(100.0)))
            }
        };
        let is_due = |performed: i64, passes: i64| match times {
            Some(times) => performed < times,
            None => (100.0 * performed as f64 + 50.0) / ((passes + 1) as f64) < percent,
        };
        let count = |performed: &mut i64, passes: &mut i64| {
            let due = is_due(*performed, *passes);
            *performed += i64::from(due);
            *passes += 1;
            i64::from(due)
        };
        let register = share.register as usize;
        let due = match share.share.per_user {
            true => {
                let [_, performed, passes] = &mut user.execution.registers[register..register + 3] else {
                    return;
                };
                count(performed, passes)
            }
            false => self.context.shared.counters.share(number as usize, count),
        };
        user.execution.registers[register] = due;
    }

    /// SwitchController.getSelectionAsInt.
    pub fn switch(&mut self, user: &mut User, value: &Text, names: &[Text]) -> Option<usize> {
        let mut scope = self.context.scope(&mut user.data);
        let value = value.to_text(&mut scope);
        let value = value.trim();
        if value.is_empty() {
            return Some(0);
        }
        if value.bytes().all(|b| b.is_ascii_digit())
            && let Ok(number) = value.parse::<i32>()
        {
            let number = number as usize;
            return Some(if number < names.len() { number } else { 0 });
        }
        let mut default = None;
        for (i, name) in names.iter().enumerate() {
            let name = name.to_text(&mut scope);
            if name == value {
                return Some(i);
            }
            if name.eq_ignore_ascii_case("default") {
                default = Some(i);
            }
        }
        default
    }

    pub fn assign_by_user(&mut self, user: &mut User, assign: &AssignByUser<Compiled>) {
        let AssignByUser { variables, values } = assign;
        if values.is_empty() {
            return;
        }
        let values = &values[(user.data.number as usize - 1) % values.len()];
        for (name, value) in variables.iter().zip(values) {
            let mut scope = self.context.scope(&mut user.data);
            let (name, value) = (name.to_text(&mut scope), value.to_text(&mut scope));
            scope.set_variable(&name, value);
        }
    }

    /// Whether a loop over variables goes on with the register's number; sets its variable if so.
    pub fn next_value(&mut self, user: &mut User, each: u32, register: Option<u32>, moves: bool) -> bool {
        let program = Rc::clone(&self.context.program);
        let each = &program.for_eachs[each as usize];
        let mut scope = self.context.scope(&mut user.data);
        let number =
            |text: &Text, scope: &mut UserScope<'_>| text.to_text(scope).trim().parse::<i64>().unwrap_or(0);
        let after = each.after.as_ref().map_or(0, |text| number(text, &mut scope));
        let to = each.to.as_ref().map_or(i64::MAX, |text| number(text, &mut scope));
        let done = match register {
            Some(register) if moves => user.execution.registers[register as usize] + 1,
            _ => after,
        };
        let name = format!("{}{}", each.prefix.to_text(&mut scope), done.saturating_add(1));
        let value = scope.variable_named(&name).map(str::to_owned).filter(|_| done < to);
        let goes_on = value.is_some();
        if let Some(value) = value {
            let name = each.variable.to_text(&mut scope);
            scope.set_variable(&name, value);
        }
        if let Some(index) = &each.index {
            user.data.variables.set(index.slot, &done.to_string());
        }
        if let Some(register) = register {
            user.execution.registers[register as usize] = done;
        }
        goes_on
    }

    pub fn is_over(&mut self, user: &mut User, register: u32, seconds: &Text) -> bool {
        let seconds =
            seconds.to_text(&mut self.context.scope(&mut user.data)).trim().parse::<u64>().unwrap_or(0);
        let began_us = user.execution.registers[register as usize] as u64;
        self.context.now_us().saturating_sub(began_us) >= seconds.saturating_mul(1_000_000)
    }

    pub fn guarded(&mut self, user: &mut User, condition: &Condition<Compiled>) -> bool {
        let last_succeeded = user.execution.last_succeeded;
        holds(condition, last_succeeded, &mut self.context.scope(&mut user.data))
    }
}

fn choice(user: &mut User, state: u32) -> &mut [i64; 3] {
    let state = state as usize;
    let registers = user.execution.registers[state..].first_chunk_mut();
    registers.expect("the compiler gives each choice its registers")
}
