"""Rotations by their definitions, to be read beside the kernels."""

import numpy as np


def cross_matrix(k: np.ndarray) -> np.ndarray:
    return np.array([[0.0, -k[2], k[1]], [k[2], 0.0, -k[0]], [-k[1], k[0], 0.0]])


def about_axis(axis: np.ndarray, angle: float) -> np.ndarray:
    """k k' + cos t (I - k k') + sin t [k]x"""
    k = np.asarray(axis, dtype=float)
    outer = np.outer(k, k)
    return outer + np.cos(angle) * (np.eye(3) - outer) + np.sin(angle) * cross_matrix(k)


def euler(order: str, angles: np.ndarray) -> np.ndarray:
    matrix = np.eye(3)
    for letter, angle in zip(order, angles, strict=True):
        matrix = matrix @ about_axis(np.eye(3)["XYZ".index(letter)], angle)
    return matrix


def quaternion_product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    w = p[0] * q[0] - np.dot(p[1:], q[1:])
    return np.array([w, *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])


def quaternion_matrix(q: np.ndarray) -> np.ndarray:
    """Column by column: q e q*."""
    conjugate = np.array([q[0], -q[1], -q[2], -q[3]])
    columns = [quaternion_product(quaternion_product(q, np.array([0.0, *unit])), conjugate)[1:] for unit in np.eye(3)]
    return np.array(columns).T


def rigid(rotation: np.ndarray, translation: np.ndarray) -> np.ndarray:
    matrix = np.eye(4)
    matrix[:3, :3] = rotation
    matrix[:3, 3] = translation
    return matrix
