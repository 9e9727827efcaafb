"""A network in integers: made from floating-point weights, evaluated, written and read.

The arithmetic and the file are those of crates/nnue (its README.md has both). Only numpy is needed.
"""

import dataclasses
import struct
import zlib

import numpy as np

import records

MAGIC = b"ESPALNET"
VERSION = 1
HEADER = 128
QA = 255
QB = 64
SCALE = 400
LANES = 32
MAX_WIDTH = 1024
MAX_FEATURE_WEIGHT = 32_767 // 33
MAX_OUTPUT_WEIGHT = 32_767 // QA


@dataclasses.dataclass
class Network:
    """The integers of a network."""

    feature_weights: np.ndarray  # [768, width]
    feature_biases: np.ndarray   # [width]
    output_weights: np.ndarray   # [buckets, 2 * width], first those of the side to move
    output_biases: np.ndarray    # [buckets], in units of 1 / (QA * QB)
    manifest: bytes = bytes(32)  # the SHA-256 of the manifest of the training

    @property
    def width(self):
        return len(self.feature_biases)

    @property
    def buckets(self):
        return len(self.output_biases)

    def check(self):
        """Raises an error for whatever the program would not load."""
        width, buckets = self.width, self.buckets
        if width % LANES or not LANES <= width <= MAX_WIDTH:
            raise ValueError(f"a width of {width} is not supported")
        if buckets not in (1, 8):
            raise ValueError(f"{buckets} output buckets are not supported")
        if self.feature_weights.shape != (records.INPUTS, width) or self.output_weights.shape != (buckets, 2 * width):
            raise ValueError("the weights do not have the shape of the network")
        if len(self.manifest) != 32:
            raise ValueError("the hash of the manifest has 32 bytes")
        for name, values, limit in (
            ("an input weight", self.feature_weights, MAX_FEATURE_WEIGHT),
            ("an input bias", self.feature_biases, MAX_FEATURE_WEIGHT),
            ("an output weight", self.output_weights, MAX_OUTPUT_WEIGHT),
            ("an output bias", self.output_biases, 2**31 - 1),
        ):
            largest = int(np.abs(values.astype(np.int64)).max())
            if largest > limit:
                raise ValueError(f"{name} of {largest} is beyond {limit}")

    def to_bytes(self):
        """The bytes of its file."""
        self.check()
        fields = (VERSION, records.INPUTS, 1, 1, 1, self.width, self.buckets, QA, QB, SCALE)
        body = (MAGIC + struct.pack("<10I", *fields)).ljust(64, b"\0") + self.manifest
        body = body.ljust(HEADER, b"\0")
        for values in (self.feature_weights, self.feature_biases, self.output_weights):
            body += np.ascontiguousarray(values, dtype="<i2").tobytes()
        body += np.ascontiguousarray(self.output_biases, dtype="<i4").tobytes()
        return body + struct.pack("<I", zlib.crc32(body))

    @classmethod
    def from_bytes(cls, data):
        """The network of a file that this program wrote."""
        if data[:8] != MAGIC:
            raise ValueError("this is not a network")
        version, inputs, _, _, _, width, buckets, qa, qb, scale = struct.unpack("<10I", data[8:48])
        if (version, inputs, qa, qb, scale) != (VERSION, records.INPUTS, QA, QB, SCALE):
            raise ValueError("this network is of another kind")
        if zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
            raise ValueError("the checksum does not fit")
        counts = [records.INPUTS * width, width, 2 * width * buckets]
        words = np.frombuffer(data, dtype="<i2", count=sum(counts), offset=HEADER)
        weights, biases, outputs = np.split(words, np.cumsum(counts)[:-1])
        output_biases = np.frombuffer(data, dtype="<i4", count=buckets, offset=HEADER + 2 * sum(counts))
        network = cls(
            weights.reshape(records.INPUTS, width), biases, outputs.reshape(buckets, 2 * width), output_biases, data[64:96]
        )
        network.check()
        return network

    def evaluate(self, positions, batch=1024):
        """The values of records in centipawns for the side to move, in integers only."""
        values = np.zeros(len(positions), dtype=np.int64)
        for start in range(0, len(positions), batch):
            part = positions[start:start + batch]
            ours, theirs, number = records.features(part)
            active = np.concatenate([self.neurons(ours), self.neurons(theirs)], axis=1)
            active = np.clip(active, 0, QA)
            chosen = records.bucket(number, self.buckets)
            total = (active * active * self.output_weights[chosen].astype(np.int64)).sum(axis=1)
            output = towards_zero(total, QA) + self.output_biases[chosen].astype(np.int64)
            values[start:start + batch] = towards_zero(output * SCALE, QA * QB)
        return values

    def neurons(self, inputs):
        """The neurons of one perspective before they are activated.

        As a product of matrices in floating point, which is quick, and exact as well: the network was checked, so that no sum
        is beyond 32,767, and single precision has all integers up to 2 ** 24.
        """
        there = np.zeros((len(inputs), records.INPUTS), dtype=np.float32)
        # An input that is named twice is set once.
        np.put_along_axis(there, inputs, 1.0, axis=1)
        sums = there @ self.feature_weights.astype(np.float32) + self.feature_biases.astype(np.float32)
        return sums.astype(np.int64)


def towards_zero(number, divisor):
    """Division that drops what is behind the point, as Rust does. (Python's goes down.)"""
    return np.sign(number) * (np.abs(number) // divisor)


def quantise(feature_weights, feature_biases, output_weights, output_biases, manifest=bytes(32)):
    """The network of floating-point weights: inputs [768, width], outputs [buckets, 2 * width]."""
    def rounded(values, one):
        return np.rint(np.asarray(values, dtype=np.float64) * one).astype(np.int64)

    network = Network(
        rounded(feature_weights, QA),
        rounded(feature_biases, QA),
        rounded(output_weights, QB),
        rounded(output_biases, QA * QB),
        manifest,
    )
    network.check()
    return network


def centre(network, positions, exact, least=50):
    """Moves the biases of the output so that in each bucket the mean of the values is that of the exact ones, in centipawns.

    Rounded weights of the output all meet neurons that are never negative, so their errors do not cancel: without this a
    network can be off by 15 centipawns in every position.
    """
    chosen = records.bucket(records.men(positions)[2], network.buckets)
    difference = (np.asarray(exact, dtype=np.float64) - network.evaluate(positions)) / SCALE * QA * QB
    biases = network.output_biases.copy()
    for bucket in range(network.buckets):
        if (chosen == bucket).sum() >= least:
            biases[bucket] += int(np.rint(difference[chosen == bucket].mean()))
    centred = dataclasses.replace(network, output_biases=biases)
    centred.check()
    return centred


def vectors(network, positions):
    """What another program must find: for each record its 32 bytes and the value, 4 bytes, little-endian."""
    positions = np.ascontiguousarray(positions)
    values = network.evaluate(positions).astype("<i4")
    return b"".join(record.tobytes() + value.tobytes() for record, value in zip(positions, values))
