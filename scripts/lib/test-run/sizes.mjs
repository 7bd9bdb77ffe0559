// Defines the sizes of test runs. CONTRIBUTING explains them ("Four sizes"), and `vitest.config.ts` declares the tags.

const sizes = {
  plain: {
    options: ['--tagsFilter', '!ci && !all'],
    env: {},
    howToRunAll: 'CI=true npm test runs them as CI does; npm run test:all runs every test.',
  },
  ci: { options: ['--tagsFilter', '!all'], env: {}, howToRunAll: 'npm run test:all runs every test.' },
  all: { options: [], env: { LOOKS: 'all', LATCHKEY_SOAK: '1' }, howToRunAll: '' },
}

export function sizeOf(name) {
  const size = sizes[name]
  if (!size) throw new Error(`--size takes one of ${Object.keys(sizes).join(', ')}, not "${name}"`)
  return size
}
