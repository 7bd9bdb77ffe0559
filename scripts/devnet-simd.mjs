#!/usr/bin/env node
// Builds `simd`, the Cosmos SDK's test chain, for the devnet: `npm run devnet:simd [folder]`. Needs Go and a C compiler, and takes a few minutes.
// Without simd, the cosmos family runs on a simulator.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants, homedir, setPriority } from 'node:os'
import { join, resolve } from 'node:path'

// This is the last release with a published `simd` module.
const version = 'v0.46.16'
// The `replace` lines are from the release's go.mod. Go applies such lines only in the main module.
const goMod = `module latchkey/simd

go 1.19

require github.com/cosmos/cosmos-sdk ${version}

replace (
	github.com/99designs/keyring => github.com/cosmos/keyring v1.2.0
	github.com/dgrijalva/jwt-go => github.com/golang-jwt/jwt/v4 v4.4.2
	github.com/gin-gonic/gin => github.com/gin-gonic/gin v1.9.0
	github.com/gogo/protobuf => github.com/regen-network/protobuf v1.3.3-alpha.regen.1
	github.com/jhump/protoreflect => github.com/jhump/protoreflect v1.9.0
	github.com/syndtr/goleveldb => github.com/syndtr/goleveldb v1.0.1-0.20210819022825-2ae1ddf74ef7
	github.com/tendermint/tendermint => github.com/cometbft/cometbft v0.34.29
)
`

const say = (text) => process.stderr.write(`${text}\n`)
const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
const folder = resolve(process.argv[2] ?? join(cache, 'latchkey', 'simd'))
const simd = join(folder, 'simd')

if (existsSync(simd)) console.log(simd)
else if (hasGo()) build()
else {
  say('Go is not installed: get it at https://go.dev/dl, or put a simd on PATH or its path into SIMD.')
  process.exitCode = 1
}

function hasGo() {
  return spawnSync('go', ['version']).status === 0
}

function build() {
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(folder, 'build-'))
  try {
    writeFileSync(join(work, 'go.mod'), goMod)
    say(`Building simd of the Cosmos SDK ${version}; this takes some minutes …`)
    // A low priority lets the developer keep working during the build.
    setPriority(constants.priority.PRIORITY_LOW)
    const target = 'github.com/cosmos/cosmos-sdk/simapp/simd'
    const options = { cwd: work, stdio: ['ignore', 2, 2] }
    const { status } = spawnSync('go', ['build', '-mod=mod', '-o', 'simd', target], options)
    if (status !== 0) {
      say('It could not be built: see above.')
      process.exitCode = 1
      return
    }
    // The file gets its name at the end, so that an interrupted build doesn't look complete.
    renameSync(join(work, 'simd'), simd)
    console.log(simd)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
