import { BaseSequencer } from 'vitest/node'
import { secondsOf } from './durations.mjs'

/**
 * Runs one project after another, because each worker runs files of one project. In a project, the longest files run first, so that no worker has a
 * long file left at the end. With `--sequence.shuffle.files`, the seed decides the order.
 */
export class LongestFirst extends BaseSequencer {
  async sort(specifications) {
    const { shuffle, seed } = this.ctx.config.sequence
    const rank = shuffle === true || shuffle?.files ? (file) => mixed(file, seed) : (file) => -secondsOf(file)
    const ranked = specifications.map((one) => [
      this.ctx.projects.indexOf(one.project),
      rank(this.#path(one)),
      this.#path(one),
      one,
    ])
    return ranked.sort(([p, a, x], [q, b, y]) => p - q || a - b || (x < y ? -1 : 1)).map(([, , , one]) => one)
  }

  #path({ moduleId }) {
    return moduleId.slice(this.ctx.config.root.length + 1)
  }
}

/** Returns a number that depends on a seed and a text (FNV-1a). */
function mixed(text, seed) {
  let hash = 0x811c9dc5 ^ seed
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}
