// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC4337} from 'solady/src/accounts/ERC4337.sol';
import {ERC4337Factory} from 'solady/src/accounts/ERC4337Factory.sol';

/// Solady's account for ERC-4337 with the name that its signatures carry. Nothing is added to it.
contract SmartAccount is ERC4337 {
    function _domainNameAndVersion() internal pure override returns (string memory, string memory) {
        return ('Latchkey Smart Account', '1');
    }
}

/// Makes them, each at the address that is known before. The account that all of them delegate to is made with it.
contract SmartAccountFactory is ERC4337Factory {
    constructor() ERC4337Factory(address(new SmartAccount())) {}
}
