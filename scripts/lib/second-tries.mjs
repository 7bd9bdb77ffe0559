/** Names at the end of a run what passed only when it was tried again. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class SecondTries {
  #names = []

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const [error] = test.result().errors ?? []
    this.#names.push(
      `${test.module.moduleId.split('/test/').at(-1)} > ${test.fullName}: ${error?.message.split('\n')[0]}`,
    )
  }

  onTestRunEnd() {
    for (const name of this.#names) console.log(`Passed only when it was tried again: ${name}`)
  }
}
