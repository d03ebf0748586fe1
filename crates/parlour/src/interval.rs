//! Exact intervals, from the incomplete beta function.

/// The interval of Clopper and Pearson for a share: it covers the truth at least as often as it says.
pub fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> (f64, f64) {
    let tail = (1.0 - confidence) / 2.0;
    let (won, lost) = (successes as f64, trials.saturating_sub(successes) as f64);
    let low = if successes == 0 { 0.0 } else { beta_quantile(tail, won, lost + 1.0) };
    let high = if successes >= trials { 1.0 } else { beta_quantile(1.0 - tail, won + 1.0, lost) };
    (low, high)
}

/// Student's deviate of a two-sided interval from `number` values; none for a single one.
pub fn student(number: u64, confidence: f64) -> Option<f64> {
    let freedom = number.checked_sub(2)? as f64 + 1.0;
    let part = beta_quantile(confidence, 0.5, freedom / 2.0);
    Some((freedom * part / (1.0 - part)).sqrt())
}

/// Where the beta distribution has this share below it. Halving is slow and cannot go astray.
fn beta_quantile(share: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if beta_below(middle, a, b) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The share of the beta distribution below `x`: the regularised incomplete beta function.
fn beta_below(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    let log_beta = ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b);
    let front = (a * x.ln() + b * (-x).ln_1p() - log_beta).exp();
    // The fraction converges quickly only on its own side of the mean.
    if x < (a + 1.0) / (a + b + 2.0) {
        front / a * fraction(x, a, b)
    } else {
        1.0 - front / b * fraction(1.0 - x, b, a)
    }
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    // Its length grows with the root of the larger number: enough for thousands of millions of deals.
    const LONGEST: u32 = 1_000_000;
    const TINY: f64 = 1e-300;
    let apart = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut d = 1.0 / apart(1.0 - (a + b) * x / (a + 1.0));
    let (mut c, mut value) = (1.0, d);
    for step in 1..LONGEST {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = value;
        for term in [even, odd] {
            d = 1.0 / apart(1.0 + term * d);
            c = apart(1.0 + term / c);
            value *= d * c;
        }
        if (value - before).abs() <= 1e-15 * value.abs() {
            break;
        }
    }
    value
}

/// The logarithm of the gamma function: Stirling's series, moved up to where it is exact enough.
fn ln_gamma(mut x: f64) -> f64 {
    let mut below = 0.0;
    while x < 12.0 {
        below += x.ln();
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, known: f64, within: f64) {
        assert!((found - known).abs() <= within, "{found} is not {known}");
    }

    #[test]
    fn the_gamma_function_is_the_factorial() {
        let mut factorial: f64 = 1.0;
        for number in 1..20 {
            near(ln_gamma(f64::from(number)), factorial.ln(), 1e-12);
            factorial *= f64::from(number);
        }
        near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln(), 1e-12);
    }

    /// With whole numbers the incomplete beta function is a sum of binomial terms.
    #[test]
    fn the_beta_function_is_the_binomial_tail() {
        for (successes, trials) in [(1, 1), (2, 5), (5, 10), (1, 30), (29, 30)] {
            for x in [0.01, 0.2, 0.5, 0.77, 0.99_f64] {
                let mut tail = 0.0;
                let mut term = (1.0 - x).powi(trials);
                for number in 0..=trials {
                    if number >= successes {
                        tail += term;
                    }
                    term *= x / (1.0 - x) * f64::from(trials - number) / f64::from(number + 1);
                }
                near(beta_below(x, f64::from(successes), f64::from(trials - successes + 1)), tail, 1e-12);
            }
        }
    }

    #[test]
    fn the_interval_is_the_known_one() {
        // Where nothing or everything succeeds there is a formula: the n-th root of half of what is left.
        for (trials, confidence) in [(10, 0.95), (1000, 0.99), (1_000_000, 0.95)] {
            let (low, high) = clopper_pearson(0, trials, confidence);
            let known = 1.0 - ((1.0 - confidence) / 2.0_f64).powf(1.0 / trials as f64);
            assert_eq!(low, 0.0);
            near(high / known, 1.0, 1e-8);
            let (low, high) = clopper_pearson(trials, trials, confidence);
            assert_eq!(high, 1.0);
            near((1.0 - low) / known, 1.0, 1e-8);
        }
        // From printed tables.
        let (low, high) = clopper_pearson(5, 10, 0.95);
        near(low, 0.1871, 5e-5);
        near(high, 0.8129, 5e-5);
        let (low, high) = clopper_pearson(10, 100, 0.95);
        near(low, 0.0490, 5e-5);
        near(high, 0.1762, 5e-5);
        assert_eq!(clopper_pearson(0, 0, 0.95), (0.0, 1.0));
    }

    /// With many deals the interval comes near the one that the normal distribution gives.
    #[test]
    fn many_deals_are_no_trouble() {
        for trials in [1_000_000_u64, 100_000_000, 1_000_000_000] {
            let successes = trials / 4;
            let (low, high) = clopper_pearson(successes, trials, 0.99);
            let half = 2.575_829_3 * (0.25 * 0.75 / trials as f64).sqrt();
            near((high - low) / (2.0 * half), 1.0, 1e-3);
            assert!(low < 0.25 && 0.25 < high);
        }
    }

    #[test]
    fn students_deviate_is_the_known_one() {
        assert_eq!(student(0, 0.95), None);
        assert_eq!(student(1, 0.95), None);
        for (number, confidence, known) in
            [(2, 0.95, 12.706), (4, 0.95, 3.182), (11, 0.99, 3.169), (1_000_000, 0.99, 2.5758)]
        {
            near(student(number, confidence).unwrap(), known, 6e-4);
        }
    }
}
