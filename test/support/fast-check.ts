// fast-check with the run's seed. When a test fails with a drawn case, its error says how to repeat it.
import fc from 'fast-check'
import { seed, tellHowToRepeat } from './seed.ts'

fc.configureGlobal({ seed })
fc.installGlobalPlugin(() => {
  tellHowToRepeat()
  return {}
})

export { fc }
