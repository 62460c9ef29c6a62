// The interface between every compute shader and kernel.cpp: extensions, bindings, uniform locations.
// The host defines GROUP (invocations per group), TIER (0 shared memory, 1 ballot, 2 subgroup) and WIDE.
#if ELEMENT == 3
#extension GL_ARB_gpu_shader_int64 : require
#endif
#ifdef WATCHED
#extension GL_ARB_shader_clock : require
#extension GL_NV_shader_thread_group : enable
#endif
#if TIER == 2
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#elif TIER == 1
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
#endif

layout(local_size_x = GROUP) in;

// A range is bound at an offset that the driver accepts: element i of binding b is at u_first[b] + i.
layout(location = 0) uniform uint u_first[8];
layout(location = 8) uniform uint u_length;  // number of elements, or an upper bound if counted on the GPU
layout(location = 9) uniform uint u_counted; // 1: count[] holds the number of elements
#if WIDE
layout(location = 10) uniform uint u_wide; // 1: every range begins at a multiple of 16 bytes
#endif

layout(location = 11) uniform uint u_epoch; // of look_back.glsl

layout(std430, binding = 7) readonly buffer Count {
    uint count[];
};

uint length_of_input() {
    if (u_counted != 0u)
        return min(u_length, count[u_first[7]]);
    return u_length;
}

// Groups beyond the driver's limit for a row are placed in further rows.
uint group_index() {
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
uint group_count() {
    return gl_NumWorkGroups.x * gl_NumWorkGroups.y;
}
