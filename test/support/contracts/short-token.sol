// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "../../../src/devnet/contracts/test-token.sol";

/// Says that it moved the whole value, and moves one unit less.
contract ShortToken is TestToken {
    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        uint256 amountEach,
        address[] memory holders
    ) TestToken(name_, symbol_, decimals_, amountEach, holders) {}

    function _move(address from, address to, uint256 value) internal override {
        if (value == 0) return super._move(from, to, value);
        super._move(from, to, value - 1);
    }
}
