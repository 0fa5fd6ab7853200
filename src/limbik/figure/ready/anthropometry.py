"""Published measures of the human body. Every number names its source; what is our own construction says so.

Sources
    D&C    R. Drillis, R. Contini, Body Segment Parameters, 1966, as drawn in D. A. Winter, Biomechanics and Motor
           Control of Human Movement: heights and lengths over stature.
    ANSUR  Anthropometric Survey of US Army Personnel II (Gordon et al. 2014), men: landmark heights over stature.
    LEVA   P. de Leva, Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters, J. Biomechanics 29, 1996:
           masses over body mass, centres of mass over segment length, (men, women).
    AAOS   American Academy of Orthopaedic Surgeons, normal ranges of joint motion (the rounded norms of 1965), as
           quoted in secondary texts; the hip's and the neck's rotation and the spine's ranges in very few of them.
    TROKE  M. Troke et al., normative ranges of lumbar motion, Manual Therapy 10, 2005: 73 degrees of flexion, 29 of
           extension, 28 of side bending, 7 of rotation in the youngest group; the model for the spine's shares.
    KIN    Textbooks of kinesiology, which agree without a common primary source.
    OURS   Construction of ours, not a measurement.
"""

# Heights above the floor, over stature.
ANKLE_HEIGHT = 0.039  # D&C
HIP_HEIGHT = 0.530  # D&C: greater trochanter
LOWER_SPINE_HEIGHT = 0.608  # ANSUR iliocristale; the iliac crests lie level with the disc L4-L5 (KIN)
MIDDLE_SPINE_HEIGHT = 0.696  # OURS: T12-L1, four lumbar and twelve thoracic vertebrae in their usual proportion
UPPER_SPINE_HEIGHT = 0.781  # OURS: T6-T7, halfway from T12-L1 to C7
SHOULDER_HEIGHT = 0.818  # D&C
COLLAR_HEIGHT = 0.823  # ANSUR suprasternale
NECK_HEIGHT = 0.866  # ANSUR cervicale (C7)
CHIN_HEIGHT = 0.870  # D&C
HEAD_HEIGHT = 0.912  # OURS: the skull's pivot, a little below the ear canal
EYE_HEIGHT = 0.936  # D&C

# Lengths, over stature.
UPPER_ARM = 0.186  # D&C
FOREARM = 0.146  # D&C
HAND = 0.108  # D&C: wrist to fingertip
THIGH = 0.245  # D&C: from trochanter height 0.530 to knee height 0.285
SHANK = 0.246  # D&C: from knee height 0.285 to ankle height 0.039
FOOT = 0.152  # D&C: heel to toe
FOOT_BREADTH = 0.055  # D&C
SHOULDER_SPAN = 0.235  # ANSUR biacromial breadth; D&C's 0.259 is the breadth over the flesh
HIP_SPAN = 0.093  # hip centres of the leg model of Delp et al. 1990: 0.167 m at 1.80 m; D&C's 0.191 is flesh
COLLAR_SPAN = 0.030  # OURS: between the inner ends of the clavicles
HEEL = 0.040  # OURS: heel behind the ankle

# Masses over body mass, (men, women). LEVA.
HEAD_MASS = (0.0694, 0.0668)  # with the neck
UPPER_TRUNK_MASS = (0.1596, 0.1545)
MIDDLE_TRUNK_MASS = (0.1633, 0.1465)
LOWER_TRUNK_MASS = (0.1117, 0.1247)
UPPER_ARM_MASS = (0.0271, 0.0255)
FOREARM_MASS = (0.0162, 0.0138)
HAND_MASS = (0.0061, 0.0056)
THIGH_MASS = (0.1416, 0.1478)
SHANK_MASS = (0.0433, 0.0481)
FOOT_MASS = (0.0137, 0.0129)

# Centres of mass: the fraction of the way from the first landmark to the second, (men, women). LEVA.
HEAD_CENTER = (0.5002, 0.4841)  # vertex to C7
UPPER_TRUNK_CENTER = (0.2999, 0.2077)  # suprasternale to xiphion
MIDDLE_TRUNK_CENTER = (0.4502, 0.4512)  # xiphion to omphalion
LOWER_TRUNK_CENTER = (0.6115, 0.4920)  # omphalion to mid-hip
UPPER_ARM_CENTER = (0.5772, 0.5754)
FOREARM_CENTER = (0.4574, 0.4559)
HAND_CENTER = (0.3624, 0.3427)  # wrist to fingertip
THIGH_CENTER = (0.4095, 0.3612)
SHANK_CENTER = (0.4395, 0.4352)  # to the ankle's centre
FOOT_CENTER = (0.4415, 0.4014)  # heel to toe
XIPHION_HEIGHT = 0.725  # OURS: suprasternale less an upper trunk of 0.171 m at 1.741 m; fits ANSUR's omphalion
OMPHALION_HEIGHT = 0.602  # ANSUR

USUAL_BODY_MASS_INDEX = 22.0  # kg / m^2, OURS: the middle of what is called normal, 18.5 to 25

# Ranges of motion in degrees (lower, upper).
SHOULDER_FLEXION = (-60.0, 180.0)  # AAOS: extension, flexion
SHOULDER_ABDUCTION = (-45.0, 90.0)  # KIN: across the body; AAOS 180 upward, of which see `human`
SHOULDER_MEDIAL_ROTATION = (-90.0, 70.0)  # AAOS: lateral, medial
ELBOW_FLEXION = (0.0, 150.0)  # AAOS
FOREARM_PRONATION = (-80.0, 80.0)  # AAOS: supination, pronation
WRIST_EXTENSION = (-80.0, 70.0)  # AAOS: flexion, extension
WRIST_RADIAL_DEVIATION = (-30.0, 20.0)  # AAOS: ulnar, radial
CLAVICLE_PROTRACTION = (-30.0, 30.0)  # KIN: 15 to 30 each way
CLAVICLE_ELEVATION = (-10.0, 45.0)  # KIN: depression, elevation
HIP_FLEXION = (-30.0, 120.0)  # AAOS: extension, flexion
HIP_ABDUCTION = (-30.0, 45.0)  # AAOS: adduction, abduction
HIP_MEDIAL_ROTATION = (-45.0, 45.0)  # AAOS
KNEE_FLEXION = (0.0, 135.0)  # AAOS
ANKLE_DORSIFLEXION = (-50.0, 20.0)  # AAOS: plantarflexion, dorsiflexion
ANKLE_EVERSION = (-35.0, 15.0)  # AAOS: inversion, eversion
ANKLE_ADDUCTION = (-10.0, 10.0)  # OURS: no published range was found
NECK_FLEXION = (-45.0, 45.0)  # AAOS: extension, flexion
NECK_BENDING = (-45.0, 45.0)  # AAOS
NECK_ROTATION = (-60.0, 60.0)  # AAOS
SPINE_FLEXION = (-25.0, 80.0)  # AAOS: extension, flexion
SPINE_BENDING = (-35.0, 35.0)  # AAOS
SPINE_ROTATION = (-45.0, 45.0)  # AAOS

# How the spine's and the neck's ranges are shared, (flexion, bending, rotation). OURS, after TROKE: flexion is mostly
# lumbar, rotation mostly thoracic; half the neck's rotation is at its top (KIN).
LOWER_SPINE_SHARE = (0.50, 0.35, 0.10)
MIDDLE_SPINE_SHARE = (0.35, 0.35, 0.30)
UPPER_SPINE_SHARE = (0.15, 0.30, 0.60)
NECK_SHARE = (0.60, 0.70, 0.50)
HEAD_SHARE = (0.40, 0.30, 0.50)
