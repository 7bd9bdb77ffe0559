'use client'
import { createLatchkey } from 'latchkey'
import { LatchkeyModal, LatchkeyProvider, type LatchkeyProviderProps } from 'latchkey/react'
import { options } from '../options'

const create = () => createLatchkey(options)

export function Wallets({ snapshot, children }: Omit<LatchkeyProviderProps, 'create'>) {
  return (
    <LatchkeyProvider create={create} snapshot={snapshot}>
      {children}
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}
