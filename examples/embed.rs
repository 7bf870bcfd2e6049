//! An embedder: a shop whose pricing rules are written in Go.
//!
//!     cargo run --release --example embed

use minigo::embed::{Clock, Engine, Error, Go, Limits, Package, Source, World};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// In Go: `type Order struct { ID int64; Items []string; Total float64 }` in package host.
#[derive(Go, Clone, Debug, PartialEq)]
struct Order {
    id: i64,
    items: Vec<String>,
    total: f64,
}

#[derive(Default)]
struct Shop {
    saved: Mutex<Vec<Order>>,
}

const RULES_SOURCE: &str = r#"
package rules

import (
	"errors"

	"example.com/host"
)

func Price(o host.Order, vip bool) (float64, error) {
	if len(o.Items) == 0 {
		return 0, errors.New("empty order")
	}
	p := o.Total
	if vip {
		p = host.Discount(p)
	}
	if _, err := host.Save(o); err != nil {
		return 0, err
	}
	return p, nil
}

func Sum(xs []float64) (s float64) {
	for _, x := range xs {
		s += x
	}
	return
}

func Forever() {
	defer func() {
		for {
		}
	}()
	for {
	}
}
"#;

/// Prices orders by rules in Go.
#[allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    unreachable_pub,
    reason = "an example prints and fails loudly; a test calls the function"
)]
pub fn main() -> Result<(), Error> {
    let engine = Engine::new();
    let shop = Arc::new(Shop::default());
    let saved = shop.clone();
    let host = Package::new("example.com/host")
        .ty::<Order>()
        .func("Discount", |x: f64| x * 0.9)
        .func("Save", move |order: Order| -> Result<i64, String> {
            let mut all = saved.saved.lock().map_err(|error| error.to_string())?;
            all.push(order);
            Ok(all.len() as i64)
        })
        .blocking("Fetch", |url: String| -> Result<Vec<u8>, String> {
            Err(format!("{url}: offline"))
        });
    let rules = engine.compile(Source::text("rules.go", RULES_SOURCE).with(&host))?;

    let limits = Limits::new().memory(64 << 20).wall(Duration::from_secs(2)).output(1 << 20);
    let world =
        World::empty().file("/etc/rules.json", b"{}").env("MODE", "test").clock(Clock::Real);
    let mut run = rules.start(&world, limits)?;
    let price = run.func::<(Order, bool), Result<f64, String>>("Price")?;
    let order = Order { id: 1, items: vec!["tea".into()], total: 10.0 };
    assert_eq!(price.call(&mut run, (order.clone(), true))?, Ok(9.0));
    assert_eq!(*shop.saved.lock().unwrap(), [order]);
    let empty = Order { id: 2, items: Vec::new(), total: 1.0 };
    assert_eq!(price.call(&mut run, (empty, false))?, Err("empty order".to_owned()));

    let sum = run.func::<(Vec<f64>,), f64>("Sum")?;
    assert_eq!(sum.call(&mut run, (vec![1.0, 2.5],))?, 3.5);

    let cancel = run.canceller();
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        cancel.now();
    });
    match run.func::<(), ()>("Forever")?.call(&mut run, ()) {
        Err(Error::Cancelled) => {}
        Err(Error::Panic(panic)) => {
            println!("{} at {:?}\n{}", panic.message(), panic.frames().first(), panic.trace());
        }
        other => panic!("{other:?}"),
    }
    assert!(other.join().is_ok());
    println!("{:?}", run.usage());
    Ok(())
}
