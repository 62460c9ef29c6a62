# cmake --install: installs the program, the masks, the lessons, the documents, and a package that provides the target scanline::scanline and one
# for each room.
include(CMakePackageConfigHelpers)
get_property(rooms GLOBAL PROPERTY SCANLINE_ROOMS)
get_property(include_dirs GLOBAL PROPERTY SCANLINE_INCLUDE_DIRS)

install(TARGETS ${rooms} EXPORT scanlineTargets)
foreach(dir IN LISTS include_dirs)
    install(DIRECTORY ${dir}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()
install(EXPORT scanlineTargets NAMESPACE scanline:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scanline)
list(TRANSFORM rooms REPLACE "^scanline_" "")
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/scanlineConfig.cmake.in ${PROJECT_BINARY_DIR}/scanlineConfig.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scanline)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scanlineConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/scanlineConfig.cmake ${PROJECT_BINARY_DIR}/scanlineConfigVersion.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scanline)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(SCANLINE_BUILD_PROGRAM)
    install(TARGETS scanline)
    install(FILES assets/masks/hand.png assets/masks/bunny.png assets/masks/finger.png
        DESTINATION ${CMAKE_INSTALL_DATADIR}/scanline/masks)
    install(DIRECTORY assets/lessons DESTINATION ${CMAKE_INSTALL_DATADIR}/scanline)
    install(FILES packaging/scanline.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES packaging/scanline.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
    install(FILES packaging/scanline.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
    install(FILES packaging/scanline.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME scanline.xml)
endif()
