'use client'
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { sepolia } from 'latchkey/networks'
import { LatchkeyModal, LatchkeyProvider, type LatchkeyProviderProps } from 'latchkey/react'

const create = () => createLatchkey({ networks: [sepolia], adapters: [eip155()], themeMode: 'system' })

export function Wallets({ snapshot, children }: Omit<LatchkeyProviderProps, 'create'>) {
  return (
    <LatchkeyProvider create={create} snapshot={snapshot}>
      {children}
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}
