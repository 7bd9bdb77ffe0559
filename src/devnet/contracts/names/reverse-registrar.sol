// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import { ReverseName } from "./dns-name.sol";
import { NameRegistry } from "./name-registry.sol";
import { NameResolver } from "./name-resolver.sol";

/// The names of addresses, below `addr.reverse` (EIP-181) and, for other coin types, `<coin type>.reverse`.
contract ReverseRegistrar {
    NameRegistry public immutable registry;
    NameResolver public immutable defaultResolver;
    address private immutable service;
    bytes32 private constant reverseNode = keccak256(abi.encodePacked(bytes32(0), keccak256("reverse")));

    event ReverseClaimed(address indexed addr, bytes32 indexed node);

    error NotService();

    constructor(NameRegistry registry_, NameResolver resolver_) {
        registry = registry_;
        defaultResolver = resolver_;
        service = msg.sender;
    }

    function node(address account) external pure returns (bytes32) {
        bytes32 parent = keccak256(abi.encodePacked(reverseNode, keccak256("addr")));
        return keccak256(abi.encodePacked(parent, keccak256(bytes(ReverseName.digits(abi.encodePacked(account))))));
    }

    function claim(address owner) external returns (bytes32) {
        return claimWithResolver(owner, address(defaultResolver));
    }

    function claimWithResolver(address owner, address resolver) public returns (bytes32 claimed) {
        claimed = own(abi.encodePacked(msg.sender), 60);
        registry.setResolver(claimed, resolver);
        registry.setOwner(claimed, owner);
    }

    function setName(string calldata name) external returns (bytes32) {
        return write(abi.encodePacked(msg.sender), 60, name);
    }

    /// Sets the name of an account that proved its address to the service.
    function setNameFor(bytes calldata account, uint256 coinType, string calldata name) external returns (bytes32) {
        if (msg.sender != service) revert NotService();
        return write(account, coinType, name);
    }

    function write(bytes memory account, uint256 coinType, string calldata name) private returns (bytes32 owned) {
        owned = own(account, coinType);
        registry.setResolver(owned, address(defaultResolver));
        defaultResolver.setName(owned, name);
    }

    function own(bytes memory account, uint256 coinType) private returns (bytes32 owned) {
        bytes32 parent =
            registry.setSubnodeOwner(reverseNode, keccak256(bytes(ReverseName.space(coinType))), address(this));
        owned = registry.setSubnodeOwner(parent, keccak256(bytes(ReverseName.digits(account))), address(this));
        if (account.length == 20) emit ReverseClaimed(address(bytes20(account)), owned);
    }
}
