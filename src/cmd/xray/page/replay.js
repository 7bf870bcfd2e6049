// Replay: from decision to decision, by hand or at a speed.

const SPEEDS = [0.5, 1, 2, 5, 10, 25, 60, 200, 1000];

class Replay {
  constructor(view) {
    this.view = view;
    this.speed = 2;
    this.playing = false;
    this.due = 0;
    this.button = document.getElementById("play");
    this.say();
  }

  step(by) {
    this.view.goTo(this.view.decision + by);
  }

  toggle() {
    this.playing = !this.playing;
    this.button.setAttribute("aria-pressed", String(this.playing));
    this.button.textContent = this.playing ? "Pause" : "Play";
    this.button.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    if (this.playing) {
      this.last = performance.now();
      this.due = 0;
      requestAnimationFrame((now) => this.tick(now));
    }
  }

  tick(now) {
    if (!this.playing) return;
    this.due += ((now - this.last) / 1000) * SPEEDS[this.speed];
    this.last = now;
    const steps = Math.floor(this.due);
    if (steps > 0) {
      this.due -= steps;
      this.step(steps);
      if (this.view.decision + 1 >= this.view.model.decisions.length) this.toggle();
    }
    if (this.playing) requestAnimationFrame((next) => this.tick(next));
  }

  faster(by) {
    this.speed = Math.min(Math.max(0, this.speed + by), SPEEDS.length - 1);
    this.say();
  }

  say() {
    document.getElementById("speed").textContent = `${SPEEDS[this.speed]} / s`;
  }
}
