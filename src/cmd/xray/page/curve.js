// A curve: a whole number that changes at some times. For a view of many changes a pyramid has the highest value of
// each 16, 256, … of them.

const FAN = 16;

class Curve {
  /** `begins` and `ends` are sorted times at which the number grows and falls by one. */
  constructor(name, begins, ends, first = 0) {
    this.name = name;
    const times = [], values = [];
    let value = first, i = 0, j = 0;
    while (i < begins.length || j < ends.length) {
      const time = Math.min(begins[i] ?? Infinity, ends[j] ?? Infinity);
      while (j < ends.length && ends[j] === time) value--, j++;
      while (i < begins.length && begins[i] === time) value++, i++;
      times.push(time);
      values.push(value);
    }
    this.first = first;
    this.times = Float64Array.from(times);
    this.levels = [Int32Array.from(values)];
    while (this.levels.at(-1).length > FAN) {
      const below = this.levels.at(-1);
      const level = new Int32Array(Math.ceil(below.length / FAN));
      for (let k = 0; k < below.length; k++) {
        const at = (k / FAN) | 0;
        level[at] = k % FAN ? Math.max(level[at], below[k]) : below[k];
      }
      this.levels.push(level);
    }
    this.highest = this.levels.at(-1).reduce((a, b) => Math.max(a, b), first);
  }

  /** The value at a time. */
  at(time) {
    const i = above(this.times, time) - 1;
    return i < 0 ? this.first : this.levels[0][i];
  }

  /** The highest value among the changes from index `i` up to `j`, which is left out. */
  max(i, j) {
    let highest = -Infinity, level = 0;
    while (i < j) {
      const values = this.levels[level];
      while (i < j && i % FAN) highest = Math.max(highest, values[i++]);
      while (i < j && j % FAN) highest = Math.max(highest, values[--j]);
      if (i >= j) break;
      if (level + 1 === this.levels.length) {
        while (i < j) highest = Math.max(highest, values[i++]);
        break;
      }
      i /= FAN;
      j /= FAN;
      level++;
    }
    return highest;
  }
}
