// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC4337} from 'solady/src/accounts/ERC4337.sol';
import {ERC4337Factory} from 'solady/src/accounts/ERC4337Factory.sol';

/// Solady's ERC-4337 account with a name for its EIP-712 domain, and nothing else.
contract SmartAccount is ERC4337 {
    function _domainNameAndVersion() internal pure override returns (string memory, string memory) {
        return ('Latchkey Smart Account', '1');
    }
}

/// Creates accounts at addresses known in advance, and the implementation that all of them delegate to.
contract SmartAccountFactory is ERC4337Factory {
    constructor() ERC4337Factory(address(new SmartAccount())) {}
}
