// Configures fast-check with the seed of the test run. If a test fails, its error contains the command that repeats the
// case.
import fc from 'fast-check'
import { seed, tellHowToRepeat } from './seed.ts'

fc.configureGlobal({ seed })
fc.installGlobalPlugin(() => {
  tellHowToRepeat()
  return {}
})

export { fc }
